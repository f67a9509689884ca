"""The pages of the five tasks. Each tells the server that it comes from, by a request, what was done in it."""

TELL = "<script>const tell = (what) => fetch('/done', { method: 'POST', body: what })</script>"


def document(title: str, body: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{TELL}<style>
body {{ font: 16px sans-serif; margin: 16px }} label {{ display: block; margin: 8px 0 }} td {{ padding: 2px 12px }}
</style></head><body>{body}</body></html>"""


def order() -> str:
    """A form; the server writes down what it sends."""
    return document("Order", """<header><nav aria-label="Shop"><a href="#home">Home</a> <a href="#basket">Basket</a>
<a href="#help">Help</a></nav></header><main><h1>Your order</h1><p>Oat bread, 3.20 € a loaf.</p>
<form method="post" action="/order"><label>Name <input name="name" required></label>
<label>Email <input name="email" type="email" required></label>
<label>Street <input name="street"></label><label>City <input name="city"></label>
<label>Country <select name="country"><option>Austria</option><option>France</option><option>Norway</option></select>
</label><label>Loaves <input name="loaves" type="number" value="1" min="1" max="20"></label>
<label><input name="terms" type="checkbox" required> I accept the terms</label>
<button>Place order</button> <button type="reset">Clear</button></form></main>""")


def thanks() -> str:
    return document("Thank you", "<main><h1>Thank you</h1><p>Your order was placed.</p></main>")


TITLES = ["Harbour opens", "Ferries to the islands", "A museum of maps", "Bread without flour", "The last lamplighter",
          "Snow in May", "A bridge is mended", "Bees on the roof", "Night trains return", "The library moves"]


def link() -> str:
    """The first page of a paper with thirty links; each says which one it was."""
    items = "".join(f'<li><a href="/article/{number + 1}">{TITLES[number % 10]}, part {number // 10 + 1}</a>'
                    f"<p>What happened, why, and what comes next.</p></li>" for number in range(30))
    return document("The Daily", f"<main><h1>The Daily</h1><ul>{items}</ul></main>")


def article(number: str) -> str:
    return document(f"Article {number}", f"<main><h1>Article {number}</h1><p>It was a long day.</p></main>")


def tick() -> str:
    """The table of 1,500 rows of pages.py, which tells what is ticked."""
    lines = "".join(
        f'<tr><td><a href="#r{row}">Row {row}</a></td><td><button>Follow</button></td><td><button>Delete</button></td>'
        f'<td><label><input type="checkbox" onchange="tell({row} + \' \' + this.checked)"> Select</label></td></tr>'
        for row in range(1500))
    return document("Rows", f"<h1>Rows</h1><table>{lines}</table>")


FRUIT = ["Apples", "Bananas", "Cherries", "Dates", "Elderberries", "Figs", "Grapes", "Lemons", "Melons", "Pears"]
PLACES = ["Oslo", "Lyon", "Graz", "Bergen", "Nice", "Linz"]


def value() -> str:
    """Sixty rows of five values, which no rule that is easy to guess gives; tells the one that is asked for."""
    lines = "".join(
        f"<tr><td>{fruit}, {place}</td>" + "".join(
            f"<td>{((row * 7 + place_row * 13 + column * 29) * 7919) % 997}</td>" for column in range(4)) + "</tr>"
        for place_row, place in enumerate(PLACES) for row, fruit in enumerate(FRUIT))
    return document("Stock", f"""<h1>Stock</h1><table><thead><tr><th>Goods</th><th>In store</th><th>Ordered</th>
<th>Sold</th><th>Returned</th></tr></thead><tbody>{lines}</tbody></table><script>
addEventListener('load', () => {{
  const row = [...document.querySelectorAll('tr')].find((one) => one.cells[0].textContent === 'Lemons, Bergen')
  tell(row.cells[3].textContent) }})</script>""")


def dialog() -> str:
    """An article of forty paragraphs; 300 ms after the server says so, a dialog opens."""
    text = "".join(f'<p>Paragraph {number}, with <a href="#n{number}">a note</a>.</p>' for number in range(40))
    return document("Reader", f"""<main><h1>Reader</h1>{text}</main><dialog aria-labelledby="question">
<h2 id="question">Subscribe to our letter?</h2><p>It comes once a week.</p>
<button onclick="tell('subscribed'); this.closest('dialog').close()">Subscribe</button>
<button onclick="tell('dismissed'); this.closest('dialog').close()">No, thanks</button></dialog><script>
fetch('/begin').then(() => setTimeout(() => document.querySelector('dialog').showModal(), 300))</script>""")
