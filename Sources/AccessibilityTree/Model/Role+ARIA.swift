extension Role {
  /// The roles for names in ARIA that differ from those of the shared vocabulary, or have another meaning in web content.
  package static let ariaNames: [String: Role] = [
    "img": .image, "graphics-document": .image, "graphics-object": .group,
    "graphics-symbol": .image, "gridcell": .cell, "directory": .list, "application": .group,
    "feed": .region, "math": .math, "doc-footnote": .footnote, "doc-endnote": .footnote,
    "doc-noteref": .link, "doc-biblioref": .link, "doc-glossref": .link, "doc-backlink": .link,
    "doc-toc": .navigation, "doc-index": .navigation, "doc-pagelist": .navigation,
    "doc-cover": .image, "doc-pagebreak": .separator, "doc-subtitle": .heading,
    "doc-pageheader": .header, "doc-pagefooter": .footer, "doc-tip": .note, "doc-notice": .note,
    "strong": .mark, "emphasis": .mark, "rowgroup": .rowGroup,
    "sectionheader": .header, "sectionfooter": .footer, "doc-biblioentry": .listItem,
    "doc-acknowledgments": .region, "doc-afterword": .region, "doc-appendix": .region,
    "doc-bibliography": .region, "doc-chapter": .region, "doc-conclusion": .region,
    "doc-credits": .region, "doc-endnotes": .region, "doc-epilogue": .region, "doc-errata": .region,
    "doc-foreword": .region, "doc-glossary": .region, "doc-introduction": .region,
    "doc-part": .region, "doc-preface": .region, "doc-prologue": .region,
    "doc-abstract": .section, "doc-colophon": .section, "doc-credit": .section,
    "doc-dedication": .section, "doc-epigraph": .section, "doc-example": .section,
    "doc-pullquote": .section, "doc-qna": .section,
  ]
}
