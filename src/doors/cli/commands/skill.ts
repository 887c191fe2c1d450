/** One page that teaches a coding agent to work with a browser from the shell. */
export const skill = `# handrail: a browser, driven from the shell

A session is a browser that stays open between commands. Every answer says what was seen to change.

    handrail open https://example.com     # opens a page and prints its map
    handrail click "Add to cart"          # acts, and prints what changed
    handrail close                        # ends the session

## The map
One line an element: \`[el_5] Button "Sign in"\`; plain texts stand in quotes, headings after #. It shows what is on the screen; \`270 px below\` says there is more. Name a target by
- its id: \`el_5\`. It stays the same while the element is there; a stale id is refused, never misdirected
- words: \`"Sign in"\`, \`"Delete in the row with Ann"\`, \`"Name in Shipping"\`, \`"the second Edit button"\`. Two candidates: you get both ids, nothing is clicked
- CSS: \`'#email'\`, or \`x,y\` in pixels

Like rows are folded: \`handrail observe --expand el_9\` shows all of them, \`--from 20\` goes on. \`handrail observe --find "invoice"\` looks through the whole page. What is off the screen can be acted on all the same.

## Commands
    open <url>   observe   back   forward   refresh   tabs list|new|select|close
    click <target>   double_click   right_click   hover   drag <from> <to>
    fill <target> <value>        # sets a field of any kind: text, date, number, choice, checkbox
    fill_form "Name=Ann" "Plan=Pro" "I agree=true" "el_9=x"   # several at once, by label or id; radio groups and own-made dropdowns too
    type [target] <text> [--clear] [--submit]    press_key Enter
    select <target> <option>     check <target> [false]
    upload_file <target> <path>  # a file field, or what opens the file chooser; from the working folder
    submit [target]              # sends the form off, when it has no button
    download <target>            # clicks, waits, prints the path of the file
    handle_dialog true|false     # when the answer says that a dialog is open
    wait_for "Saved"   wait_for --gone "Loading"   # for what comes late: results, suggestions
    scroll down|up|top|bottom    # shows the new part; in endless lists, again until the words are there
Reading (nothing is changed):
    read_page [target]           # the content as Markdown; tables as tables
    extract_text [target]        get_page_content [target]   # its HTML
    extract_structured '{"items":[{"name":"string","price":"number"}]}'
    get_attribute <target> href
    screenshot --image shot.png [--picture marks]
All others: \`handrail tools\`; one of them: \`handrail click --help\`.

## Answers
- \`done\` and what changed; on another page or part of it, the new map. No need to observe again
- \`done (the page was still busy after 3000 ms: …)\`: it was carried out. Do not repeat it: \`wait_for\` or \`observe\`
- \`done, but nothing was seen to change\`: it was carried out, to no effect. Look before you repeat it
- otherwise \`code: what is wrong\` and what to do next, with exit code 1 (2: wrong use, 3: not allowed)

## Fewer calls
    handrail batch 'fill Email ann@example.org' 'check "I agree"' 'click "Sign up"'
Stops at the first failure. \`--json\` on any command for programs, \`--session NAME\` for several browsers side by side, \`handrail sessions\` lists them.

## Example
    handrail open localhost:3000/signup
    handrail fill_form "Name=Ann Lee" "Email=ann@example.org" "Plan=Pro" "I agree=true"
    handrail click "Create account"       # read the answer: does it say so?
    handrail read_page main               # e.g. a table of invoices
    handrail download "Invoice 7 PDF"     # prints the path
    handrail close
`;

/** `handrail skill`. */
export function showSkill(): void {
  process.stdout.write(skill);
}
