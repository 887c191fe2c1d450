/**
 * Tasks of other kinds on the pages of phrases, by the name of the page. `expected` is the id of the element that the page must log, `refused`
 * or `answer: …`. A leading `?` allows the refusal of a task that can be done, also after the right press: most buttons have no effect.
 */
export const phrasePageTasks: Readonly<Record<string, readonly (readonly [task: string, expected: string])[]>> = {
  'contact: two radio groups with the same answers': [
    ['Choose Maybe later.', 'texts-maybe'],
    ['Select Yes in Newsletter.', '?newsletter-yes'],
    ['Choose Yes.', 'refused'],
    ['Choose Never.', 'refused'],
  ],
  'settings: switches with labels that begin alike': [
    ['Turn on Bluetooth.', '?bluetooth'],
    ['Turn on Wi-Fi calling.', '?calling'],
    ['Turn on Airplane mode.', 'refused'],
    ['Turn on Notifications.', 'refused'],
    ['Is Wi-Fi on?', '?answer: yes'],
  ],
  'consent: checkboxes, and a link inside a label': [
    ['Check "I accept the terms of sale".', 'sale'],
    ['Accept the terms of sale.', '?sale'],
    ['Uncheck "Send me offers".', 'offers'],
    ['Check "I accept the cookies".', 'refused'],
    ['Check the newsletter checkbox.', 'refused'],
  ],
  'permissions: checkboxes in a matrix': [
    ['Check Write in the row with Editor.', 'editor-write'],
    ['Uncheck Read in the row with Viewer.', 'viewer-read'],
    ['Check Write in the row with Viewer.', 'refused'],
    ['Check Write in the row with Guest.', 'refused'],
    ['Uncheck Read.', 'refused'],
  ],
  'staff: a name is also the value of another column': [
    ['Edit Ann.', '?edit-ann'],
    ['Delete Carl.', '?delete-carl'],
    ['Delete Ann.', 'refused'],
    ['Delete Dora.', 'refused'],
    ['Archive Bob.', 'refused'],
    ['Who is the manager of Bob?', '?answer: Ann'],
    ['What is the manager of Carl?', 'answer: Dora'],
    ['What is the manager of Zoe?', 'refused'],
    ['What is the salary of Bob?', 'refused'],
  ],
  'cities: only one row has the button': [
    ['Restart Oslo.', '?restart-oslo'],
    ['Restart Lima.', 'refused'],
    ['Restart Oslo-Ost.', 'refused'],
    ['What is the status of Oslo?', '?answer: Online'],
    ['What is the status of Rome?', 'refused'],
  ],
  'columns: some headers sort': [
    ['Sort by Size.', '?sort-size'],
    ['Sort by Modified.', 'refused'],
    ['What is the size of Size chart?', '?answer: 15 KB'],
    ['Sort by Owner.', 'refused'],
  ],
  'members: the menu of each row is closed': [
    ['Delete Carl.', 'refused'],
    ['Click More actions in the row with Bob.', 'more-bob'],
    ["What is Bob's email?", '?answer: bob@example.com'],
  ],
  'products: cards of nested divs': [
    ['Add the Blue Mug to the cart.', '?add-blue'],
    ['Add the Red Mug to the cart.', 'refused'],
    ['Add the Mug to the cart.', 'refused'],
    ['Add the cheapest product to the cart.', '?add-blue'],
    ['Add the cheapest plate to the cart.', 'refused'],
    ['What is the price of the Green Bowl?', '?answer: $15.00'],
    ['What is the price of the Red Mug?', 'refused'],
    ['What is the price of the Yellow Mug?', 'refused'],
  ],
  'plans: Choose below each name': [
    ['Choose the Team plan.', '?choose-team'],
    ['Choose the Company plan.', 'refused'],
    ['Choose the Family plan.', 'refused'],
  ],
  'cart: headings, texts and buttons without wrappers': [
    ['Remove the Blue Mug.', '?remove-blue'],
    ['Remove the Gift card.', 'refused'],
    ['Remove the Plate.', 'refused'],
  ],
  'airports: autocomplete suggestions that begin alike': [
    ['Choose "Eugene, OR (EUG)" from the suggestions.', 'eug'],
    ['Choose Eureka, NV (EUE).', '?eue'],
    ['Choose Eureka from the suggestions.', 'refused'],
    ['Choose "Eugene, WA" from the suggestions.', 'refused'],
  ],
  'sizes with a decimal point only': [
    ['Choose 2.5 in Litres.', '?size-2-5'],
    ['Choose 25.', 'refused'],
    ['Select 15 litres.', 'refused'],
  ],
  'profile: a definition list': [
    ['What is the phone?', '?answer: 555 0100'],
    ['What is the fax?', 'refused'],
    ['Change the email.', '?change-email'],
    ['Change the password.', 'refused'],
  ],
};
