/** One page that teaches a coding agent to work with a browser from the shell. */
export const skill = `# handrail: a browser, driven from the shell

A session is a browser that stays open between commands. Every answer says what was seen to change.

    handrail open https://example.com     # opens a page and prints its map
    handrail click "Add to cart"          # acts, and prints what changed
    handrail close                        # ends the session

## The map
One line an element: \`[el_5] Button "Sign in"\`. Name a target by
- its id: \`el_5\`. It stays the same while the element is there; a stale id is refused, never misdirected
- words: \`"Sign in"\`, \`"Delete in the row with Ann"\`, \`"the second Edit button"\`. Two candidates: you get both ids, nothing is clicked
- CSS: \`'#email'\`, or \`x,y\` in pixels

Like rows are folded: \`handrail observe --expand el_9\` shows all of them, \`--from 20\` goes on. \`handrail observe --find "invoice"\` looks through the whole page, off the screen too.

## Commands
    open <url>   observe   back   forward   refresh   tabs list|new|select|close
    click <target>   double_click   right_click   hover   drag <from> <to>
    fill <target> <value>        # sets a field of any kind: text, date, number, choice, checkbox
    fill_form "Name=Ann" "Country=France" "I agree=true"   # several at once, by their labels
    type [target] <text> [--clear] [--submit]    press_key Enter
    select <target> <option>     check <target> [false]
    upload_file <target> <path>  # from the working folder
    submit [target]              # sends the form off
    download <target>            # clicks, waits, prints the path of the file
    handle_dialog true|false     # when a dialog is open
    wait_for "Saved"   wait_for --gone "Loading"   wait 2
    scroll down|up|top|bottom
Reading (nothing is changed):
    read_page [target]           # the content as Markdown; tables as tables
    extract_text [target]
    extract_structured '{"items":[{"name":"string","price":"number"}]}'
    get_attribute <target> href
    screenshot --image shot.png [--picture marks]
All others: \`handrail tools\`; one of them: \`handrail click --help\`.

## Answers
- \`done\` and what changed; after going to another page, its map. No need to observe again
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
