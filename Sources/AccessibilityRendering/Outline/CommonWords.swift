/// Words that are frequent in user interfaces and that o200k has as one token each, in any of the usual spellings.
enum CommonWords {
  static func contains(_ lowercased: [UInt8]) -> Bool { all.contains(lowercased) }

  private static let all = Set(text.utf8.split { $0 == 0x20 || $0 == 0x0A }.map(Array.init))

  private static let text = """
    able abort about above absolute accept accepted access accessible according account action
    actions activate activated active actual actually added adding addition additional addr
    address addresses adds adjust admin administrator advanced after again against agent aggregate
    ahead album algorithm alias align alignment allocate allocation allow allowed allows along
    alpha already also alter alternate alternative always american amount analysis angle animation
    annotation anonymous another answer anything apache appearance append apple application
    applications apply arch architecture archive archives area areas args argument arguments
    around array arrays arrow artist aspect assign assigned assignment associated attach attached
    attachment attempt attribute attributes audio auth authentication author authorization auto
    automatic available average avoid axis back backend background backup balance bars base based
    basic batch battery because been before begin behavior behind being below best between binary
    bind binding bitmap bits black blank blink blob block blocks blue body bold book bookmark
    boolean border both bottom bound boundary bounds branch break breaking broken browse browser
    buffer build building built bundle busy button buttons byte bytes cache cached calculate
    calculator calendar call callback called calls camera cancel cannot canon capital caps caption
    capture card case cast catalog categories category cause cell cells center central certain
    certificate chain change changed changes changing channel channels char character characters
    charset chart check checked checking checkout checks child children china choice choose chunk
    cipher city class classes classic clean cleanup clear click client clip clipboard clock clone
    close closed closing cluster code codec collection colon color colors column columns combined
    combo command commands comment comments commit common compact compare comparison compatible
    compile compiler complete completed completion complex component components compress
    compression compute computer cond condition conditional conditions conf config configuration
    configure confirm confirmation connect connected connecting connection connections consider
    console constant constants constraint constraints contact container contains content contents
    context continue continuous contrast control controls conversion convert converted cookie
    cookies copies copy copyright core correct cost could count country counts cover create
    created creating creation credential credentials credits criteria critical cross ctrl currency
    current currently cursor curve custom cycle dark dash data database date dates days dead debug
    decimal decode default defaults define defined defines definition definitions degrees delay
    delete deleted delta dependencies dependency depends deprecated depth derived description
    descriptor desired desktop dest destination destroy detail details detect developer
    development device devices dialog dictionary diff difference different digest digit digital
    dimensions direct direction directive directory disable disabled disc disconnect disk display
    distance distribution division document documentation documents does doing domain domains done
    double down download drag draw drawing drive driver drop dump duplicate duration during
    dynamic each east easy echo edge edit edited editing editor effect effective effects either
    element elements else email emails embedded emit empty enable enabled encode encoding encrypt
    ending ends engine english ensure enter entries entry enum environment equal error errors
    escape evaluate even event events every everything exact example examples excel except
    exception exchange exclusive exec execute execution exist existing exists exit expand expanded
    expect expected explicit export expr expression extend extended extension extensions external
    extra extract factor fade fail failed failure false family fast fatal feature features fetch
    field fields file filename files fill filter filters final financial find finding fine finish
    finished first fixed flag flags flash float floating flush focus fold folder follow following
    font fonts footer force forced foreign forget fork form format formats forms formula fort
    forward found foundation four fraction frame frames free frequency from full fully function
    functions future gain general generate generated generation generic gesture getting give given
    giving global good grand graph graphic graphics gray greater green grid group groups half
    handle handler handling hard hardware hash have having head header headers heading height help
    helper here hidden hide high higher highlight hint history hold hole home homepage hook
    horizontal host hour hours however html http human icon icons ident identifier identify
    identity idle ignore illegal image images implement implementation import important include
    included includes including incorrect increase increment index indexed india indicator
    individual inet info information init initial initialize initialized inline input insert
    inside install installation installed instance instead instruction instructions integer intel
    interactive interface internal internet interpret interrupt interval into invalid invoke issue
    item items java javascript jobs join json jump just kate keep kernel keyboard keys keyword
    keywords kill kind know known label labels lake language languages large last later latest
    latin latitude launch layout leading least leave left legacy legal length lens less letter
    letters level libraries library license life light like limit limited limits line linear lines
    link linked links linux list listed listen listing lists literal little load loaded loader
    loading local locale located location locations lock locked logged logging logical login
    logout logs long longitude look looking lookup loop loss lost lower mach machine macro made
    magic mail main maintenance major make makes making manage management manager mandatory
    manifest manual manufacturer many mapping march margin mark marker marks mask master match
    matches matching mate math matrix maximum mean means media median medium member members memory
    menu merge message messages meta metadata meter method methods middle mime miner minimal
    minimum minor minute minutes mirror missing mixed modal mode model modified modifier modify
    module modules monitor mono month more most mount mounted mouse move movement moves movie
    moving much multi multiple multiply music must name named names namespace native natural
    navigation near necessary need needed needs negative nested network never next night node
    noise none normal normally north note notes nothing notice notification notify null number
    numbers numeric object objects offline offset often older once online only opcode open opening
    operand operation operations operator operators optimal option optional options orange order
    ordered ordering orientation orig origin original other others otherwise output outside over
    overflow overlay override overview owned owner ownership pack package packages packed packet
    padding page pager pages pair palette pane panel paper para paragraph parallel parameter
    parameters parent parse parsed parser part partial partition parts pass passed password past
    paste patch path paths pattern patterns pause peer pending people percent percentage perform
    performance perhaps period permission permissions personal phase phone photo physical pick
    picture pipe pipeline pitch pixel pixels place places plain planner platform play please plot
    plug plugin plugins plus point pointer points policy pool popup port portable portrait
    position positive possible post power precision predicate preferences preferred prefix prepare
    prepared present presentation press prevent preview previous primary principal print printed
    printer printing prior priority privacy private prix probably problem proc procedure process
    processing processor produce profile program progress project projects prompt proper
    properties property protected protocol provide provided provider province proxy public
    publication publisher pull purpose push python quality queries query queue quick quiet quit
    quote quotes radio radius raise random range rate rates rather rating ratio read reader
    reading reads ready real really realm reason receive received recent recommended record
    records recover rectangle recursive redirect reduce refer reference references refresh regex
    region register registered regular reject related relation relations relative release reload
    remaining remember remote remove removed rename render repeat replace replacement reply repo
    report repository represent representation request requested requests require required
    requires reserved reset resize resolution resolve resource resources response restart restore
    restricted result results resume retrieve retry return returned returns reverse revision
    rewrite right rights river role roles room root rotate rotation round route router routine
    routing rows rule rules running runtime safe same sample samples sampling sans save saved
    saving scalar scale scan scene schema scheme scope screen script scripts scroll search second
    secondary seconds secret section sections secure security seek seen segment select selected
    selection selector self semi send sending sense sensor sent separator sequence serial series
    server servers service services session sessions sets setting settings setup shade shadow
    shape share shared sharing sheet shell shift short shortcut shot should show shows shutdown
    side sidebar sign signal signals signature signed silent similar simple since single site
    sites size sizes skip slave sleep slider slot slots slow small smart snapshot snow socket soft
    software solver some something soon sorry sort sorted sorting sound sounds source sources
    south space spaces span spec special specific speed spell split square stable stack stage
    stamp standard start started starting starts startup stat state statement states static
    statistics status step steps still stock stop storage store stored strategy stream stretch
    strict string strings strip strong structure stub style subject subscription subtitle success
    successful such summary super support supported supports sure swap switch symbol symbols sync
    syntax system systems table tables tablet tabs tags tail take taken target targets task tasks
    team temp temperature template templates temporary term terminal terms test testing text thai
    than that their them theme then there these they thin third this those thread threads three
    threshold through thumb thumbnail ticket tile time timeline timeout timer times timestamp
    title toast toggle token tone tool toolbar tools tooltip total touch trace track tracker
    tracking tracks traditional transaction transactions transfer transform transition translate
    translation translator trap trash tray tree trigger true trust trusted trying tuple turn type
    typed types ubuntu unable undefined under undo unexpected unicode union unique unit units unix
    unknown unless unlock unsafe unsupported until update updated updates upgrade upload upon
    upper usage used user username users uses using usually valid validate validation value values
    variable variables variant variation vector vendor verification verified verify version
    versions vertical very video view viewer views virtual visibility visible visit visual volume
    wait waiting wallet want wanted warn warning weak website week weight welcome well were west
    western what when where whether which while white whole wide widget widgets width will window
    windows wish with within without word words work worker working works workspace world would
    wrap wrapped wrapper write writes writing written wrong year years yellow your zero zone zoom
    """
}
