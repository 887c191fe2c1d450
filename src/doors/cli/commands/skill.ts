/** One page that teaches a coding agent the session commands. */
export const skill = `# handrail: control a browser from the shell

The browser stays open between commands. Every command prints what it changed. Put all steps that you can foresee into one call:

    handrail batch 'open localhost:3000' 'fill Email ann@example.org' 'click "Sign up"'    # the map of the last page is printed
    handrail open localhost:3000/a localhost:3000/b localhost:3000/c    # several pages, each in a new tab: prints all maps
    handrail batch --keep-going 'click el_5' 'fill el_31 x' 'click el_32'    # act in all tabs by id; a failure stops only its tab
    handrail close                                            # ends the session

## The map
One line per element: \`[el_5] Button "Sign in"\`. In long maps, controls share a line and have no id if the name is enough: \`Link: "Home", "News", el_9 "Edit"\`: \`click News\`. \`″\`: as in the row above. Plain text is in quotes, headings follow #. \`?\` marks a guess: \`Button "trash"?\` has no name, only such an icon or id; \`selected?\` is only a style. Shapes and board cells show what you see: \`Button red circle\`, \`row 2 column 3\`. The map is short: phrases also reach what it counts (\`… 12 more\`) and what is off the screen (\`270 px below\`). A target is
- an id: \`el_5\`. It is valid while the element exists or is redrawn unchanged, also in another tab; a stale id is refused
- a phrase: the name or its beginning, \`"Sign in"\`; with a place \`"Delete in the row with Ann"\`, \`"Name in Shipping"\`, \`"the second Edit button"\`. If two match, or none exactly, nothing is clicked and you get ids to choose from
- CSS: \`'#email'\`, or \`x,y\` in pixels

\`find "invoice"\` searches the whole page. Similar rows are folded: \`expand el_9\` prints all, \`expand el_9 20\` continues; on a dropdown it lists the options. Commands that the map prints work as they are. A second \`observe\` prints only changes; \`--full\` prints all, \`observe '#main'\` one part.

## Commands (all work in a batch)
    open <url>...   observe   back   forward   refresh   tabs list|new|select|close
    click <target>   double_click   triple_click   right_click   hover   drag <from> <to>
    fill <target> <value>        # any field: text, code, slider, choice, checkbox, date (2026-12-24)
    fill_form "Name=Ann" "Plan=Pro" "I agree=true" "el_9=x"   # several, by label or id
    type [target] <text> [--clear] [--submit]    press_key Tab --times 3
    select <target> <option>     check <target> [false]     select_text "words" [target]
    upload_file <target> <path>
    submit [target]   download <target>   # prints the path of the file
    handle_dialog true|false     # when the output reports an open dialog
    wait_for "Saved"   wait_for --gone "Loading"   # for late content
    scroll down|up|top|bottom [target] [pixels]   # prints the new part
Reading (changes nothing):
    read_page [target]           # Markdown, with tables; read_page "Heading" reads one section
    extract_text [target]        get_page_content [target]   # its HTML
    extract_structured '{"items":[{"name":"string","price":"number"}]}'
    get_attribute <target> href
    screenshot [target] --image a.png [--scale 2] [--region x,y,w,h] [--picture marks]
All others: \`handrail tools\`; help on one: \`handrail click --help\`.

## Output
- \`done\` and the changes; on a new page, its map. No need to observe or verify. To print less, end the batch with \`find "Total"\` or \`read_page table\`
- \`unchanged: "Main", 12 links elsewhere\`: as in the last map. Its ids and names are valid
- \`sent: POST /cart with …, answered 200\`: the data that reached the server
- \`done (the page was still busy …)\`: the action ran. Do not repeat it; use \`wait_for\`
- \`done, no change observed\` or \`effect unknown\`: observe before you repeat it
- otherwise \`code: what is wrong\` and the next step, with exit code 1 (2: wrong usage, 3: not allowed)

A batch stops at the first failure. Pages in between are summarized. A command without an id uses the tab of the command before it. For texts with quotes or newlines, pipe JSON into it: \`[["fill","Body","a\\nb"],["click","Save"]]\`. \`--json\` prints JSON, \`--session NAME\` selects one of several browsers, \`handrail sessions\` lists them. \`hrail\` is the same command with a faster start (Linux, macOS).

## Example
    handrail batch 'fill_form "Name=Ann Lee" "Plan=Pro" "I agree=true"' 'click "Create account"' 'read_page main' close
`;

/** `handrail skill`. */
export function showSkill(): void {
  process.stdout.write(skill);
}
