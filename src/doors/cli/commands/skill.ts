/** One page that teaches a coding agent the session commands. */
export const skill = `# handrail: control a browser from the shell

A session is a browser that stays open between commands. Every command prints what it changed.

    handrail open https://example.com     # opens a page and prints its map
    handrail click "Add to cart"          # acts and prints what changed
    handrail close                        # ends the session

## The map
One line per element: \`[el_5] Button "Sign in"\`. Plain text is in quotes, headings follow #. The map shows what is on the screen; \`270 px below\` means there is more. A target is
- an id: \`el_5\`. It is valid while the element exists; a stale id is refused
- a phrase: the name on the screen or its beginning, \`"Sign in"\`; with a place \`"Delete in the row with Ann"\`, \`"Name in Shipping"\`, \`"the second Edit button"\`. If two elements match, or none exactly, you get ids to choose from and nothing is clicked
- CSS: \`'#email'\`, or \`x,y\` in pixels

Similar rows are folded: \`handrail observe --expand el_9\` prints all of them, \`--from 20\` continues. \`handrail observe --find "invoice"\` searches the whole page. Elements off the screen work, too.

## Commands
    open <url>   observe   back   forward   refresh   tabs list|new|select|close
    click <target>   double_click   right_click   hover   drag <from> <to>
    fill <target> <value>        # any field: text, date, number, choice, checkbox
    fill_form "Name=Ann" "Plan=Pro" "I agree=true" "el_9=x"   # several, by label or id; also radio groups and custom dropdowns
    type [target] <text> [--clear] [--submit]    press_key Enter
    select <target> <option>     check <target> [false]
    upload_file <target> <path>  # a file field, or the button that opens the file chooser; from the working folder
    submit [target]              # submits a form without a button
    download <target>            # clicks, waits, prints the path of the file
    handle_dialog true|false     # when the output reports an open dialog
    wait_for "Saved"   wait_for --gone "Loading"   # for late content: results, suggestions
    scroll down|up|top|bottom    # prints the new part; repeat it in endless lists
Reading (changes nothing):
    read_page [target]           # the content as Markdown, with tables
    extract_text [target]        get_page_content [target]   # its HTML
    extract_structured '{"items":[{"name":"string","price":"number"}]}'
    get_attribute <target> href
    screenshot --image shot.png [--picture marks]
All others: \`handrail tools\`; help on one: \`handrail click --help\`.

## Output
- \`done\` and the changes; on a new page or part of it, the new map. No need to observe again
- \`done (the page was still busy after 3000 ms: …)\`: the action ran. Do not repeat it; use \`wait_for\` or \`observe\`
- \`done, no change observed\`: the action ran without effect. Observe before you repeat it
- otherwise \`code: what is wrong\` and the next step, with exit code 1 (2: wrong usage, 3: not allowed)

## Fewer calls
    handrail batch 'fill Email ann@example.org' 'check "I agree"' 'click "Sign up"'
It stops at the first failure. \`--json\` prints JSON for programs, \`--session NAME\` selects one of several browsers, \`handrail sessions\` lists them.

## Example
    handrail open localhost:3000/signup
    handrail fill_form "Name=Ann Lee" "Email=ann@example.org" "Plan=Pro" "I agree=true"
    handrail click "Create account"       # read the output: does it confirm that?
    handrail read_page main               # e.g. a table of invoices
    handrail download "Invoice 7 PDF"     # prints the path
    handrail close
`;

/** `handrail skill`. */
export function showSkill(): void {
  process.stdout.write(skill);
}
