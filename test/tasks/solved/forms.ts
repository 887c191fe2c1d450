import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';
import { answerHas, lastHas, lastWas, onSite, recorded, times } from './on-site.js';

/** Forms, settings, dates and wizards. */
export const solvedForms: readonly SolvedTask[] = [
  ...onSite('register', {
    'register in one long sentence': [
      `Fill in the form with first name 'Ines', last name 'Moreau', e-mail address 'ines@moreau.example', password 'Winter-Sun-9' and confirm password 'Winter-Sun-9', choose Japan as the country, agree to the terms of service and click Create account.`,
      lastHas('registered', {
        first: 'Ines',
        last: 'Moreau',
        email: 'ines@moreau.example',
        password: 'Winter-Sun-9',
        again: 'Winter-Sun-9',
        country: 'jp',
        terms: 'yes',
      }),
    ],
    'register with numbered lines': [
      `1. Enter "Tom" in the First name field
2. Enter "Baker" in the Last name field
3. Type tom.baker@example.org into E-mail address
4. Type "scarf-and-hat" into Password
5. Type "scarf-and-hat" into Confirm password
6. Select "Brazil" from the Country dropdown
7. Select the "By phone" radio button
8. Check "Music" and "Cooking"
9. Uncheck "Send me the newsletter"
10. Tick "I agree to the terms of service"
11. Press the "Create account" button
12. Verify that the page shows "Welcome, Tom!"`,
      ({ last }) => {
        expect(last('registered')).toMatchObject({
          first: 'Tom',
          email: 'tom.baker@example.org',
          country: 'br',
          contact: 'phone',
          music: 'yes',
          cooking: 'yes',
          terms: 'yes',
        });
        expect(last('registered')).not.toHaveProperty('news');
        expect(last('registered')).not.toHaveProperty('sports');
      },
    ],
    'register with "label: value" lines and read the answer': [
      `Please fill out the registration form:
First name: Aiko
Last name: Tanaka
E-mail address: aiko@example.jp
Password: cherry-2020
Confirm password: cherry-2020
Date of birth: 1990-04-12
Then accept the terms, submit the form and tell me the member number.`,
      lastHas('registered', { first: 'Aiko', last: 'Tanaka', born: '1990-04-12', terms: 'yes' }),
      answerHas('M-20417'),
    ],
    'check several interests': [
      `Select Sports, Travel and Music under Interests. Fill in first name with Bo, last name with Ek, e-mail address with bo@ek.example, both password fields with longenough1. Check the terms box and create the account.`,
      ({ last }) => {
        expect(last('registered')).toMatchObject({ sports: 'yes', travel: 'yes', music: 'yes', again: 'longenough1' });
        expect(last('registered')).not.toHaveProperty('cooking');
      },
    ],
  }),
  ...onSite('contact', {
    'fill in a form whose fields have only placeholders': [
      `Send a message through the contact form with name "Lou Reyes", email "lou@reyes.example", topic "Billing" and message "I was charged twice." and tell me the ticket number`,
      lastWas('sent', {
        name: 'Lou Reyes',
        mail: 'lou@reyes.example',
        topic: 'Billing',
        text: 'I was charged twice.',
        copy: false,
      }),
      answerHas('T-3391'),
    ],
    'fill in a contact form field by field': [
      `Type "Kim" into the "Your name" box, type "kim@example.com" into Email, choose Technical support from Topic, write "The app crashes at start" in "How can we help?", tick Send me a copy, then click Send message and wait until it says "Thank you, Kim".`,
      lastWas('sent', {
        name: 'Kim',
        mail: 'kim@example.com',
        topic: 'Technical support',
        text: 'The app crashes at start',
        copy: true,
      }),
    ],
    'read a fact from the footer': [
      'What is the phone number of the Lisbon office?',
      ({ events }, result) => {
        expect(result.answer).toContain('+351 21 555 0144');
        expect(events).toEqual([]);
      },
    ],
  }),
  ...onSite('settings', {
    'turn switches on and off': [
      'Turn on push notifications and the weekly summary, turn off email notifications, then save changes.',
      lastHas('saved', { email: false, push: true, weekly: true }),
    ],
    'leave a switch that is already on': [
      'Switch on "Email notifications". Save the changes.',
      lastHas('saved', { email: true, push: false, weekly: false }),
    ],
    'set a radio group, a list and a number': [
      `Choose the Dark theme. Set the font size to 18. Select Deutsch as the language. Click "Save changes".`,
      lastHas('saved', { theme: 'dark', size: 18, language: 'Deutsch' }),
    ],
    'set a slider': ['Set the volume to 75 and save changes', lastHas('saved', { volume: 75 })],
    'check boxes with unusual verbs': [
      'Go to the privacy section: enable "Share usage data", disable "Show my online status" and make sure "Allow search engines to find me" is checked. Then hit Save changes, and verify that "Your settings were saved." is displayed.',
      lastHas('saved', { usage: true, online: false, search: true }),
    ],
    'verify that nothing has to be saved': [
      'Check Share usage data. Then click Cancel.',
      times('cancelled', 1),
      times('saved', 0),
    ],
  }),
  ...onSite('calendar', {
    'set a native date and time': [
      `Set the preferred date to 2024-07-09 and the time to 14:30, pick Dr. Brandt as the doctor, and click Request appointment`,
      lastHas('appointment', { date: '2024-07-09', time: '14:30', doctor: 'Dr. Brandt' }),
    ],
    'set a date in words': [
      `Enter March 3, 2025 as the preferred date. Enter 9:15 AM as the time. Request appointment.`,
      lastHas('appointment', { date: '2025-03-03', time: '09:15' }),
    ],
    'go to a month in a calendar with its buttons': [
      `Click "Pick a day". Click "Next month" twice. Click 18. Then click the Request appointment button.`,
      lastHas('appointment', { followUp: '18 July 2024' }),
    ],
    'turn a calendar until the month is shown': [
      `Click on the Follow-up visit field, repeat clicking "Next month" until "November 2024" is shown, click on 5 and request the appointment.`,
      lastHas('appointment', { followUp: '5 November 2024' }),
    ],
  }),
  ...onSite('wizard', {
    'complete a wizard of three steps': [
      `Choose the Team plan and click Next. Fill in Company name with "Nordlys AS", Work e-mail with "it@nordlys.example" and Number of seats with 12, then click Next. Check "I have read the contract" and click Finish. What is the subscription ID?`,
      lastHas('finished', { plan: 'Team', company: 'Nordlys AS', email: 'it@nordlys.example', seats: '12', ok: true }),
      answerHas('SUB-8830'),
    ],
    'go back in a wizard': [
      `- Click Starter
- Click Next
- Wait for "Step 2 of 3"
- Click Back
- Click on Enterprise
- Click Next
- Enter "Acme" as the company name
- Enter "a@acme.example" as the work e-mail
- Enter 3 as the number of seats
- Click Next
- Tick the contract checkbox
- Click Finish`,
      lastHas('finished', { plan: 'Enterprise', company: 'Acme', seats: '3' }),
    ],
  }),
  ...onSite('components', {
    'fill in fields in shadow roots': [
      `Type "Day one" into Title, type "It rained." into Notes, click Curious, then save the entry.`,
      lastWas('diary', { title: 'Day one', note: 'It rained.', mood: 'Curious' }),
    ],
    'rate with stars': ['Give it a rating by clicking "4 stars".', recorded('rated', 4)],
  }),
  ...onSite('checkout', {
    'pay in nested frames': [
      `Enter "Noor" as your name, fill in card number 4000123412341234, expiry 11/29 and security code 321, then press "Pay €25.00" and check that "Payment received" appears.`,
      lastWas('paid', { card: '4000123412341234', exp: '11/29', cvc: '321' }),
    ],
    'fill in a field in a frame': [
      'Please type noor@example.net into the newsletter e-mail field and click Subscribe.',
      lastWas('subscribed', 'noor@example.net'),
      times('paid', 0),
    ],
  }),
  ...onSite('bank', {
    'log in and read a balance': [
      `Log in with username "jordan" and password "tide-and-moon". What is the balance of the Savings account?`,
      times('signed in', 1),
      answerHas('15,000.00'),
    ],
    'log in and transfer money': [
      `Enter jordan into Username and tide-and-moon into Password and click Sign in. Then enter "Mara Lind" as the recipient, 120 as the amount, choose Savings from "From account" and click "Transfer money". Tell me the reference.`,
      lastWas('transferred', { to: 'Mara Lind', amount: '120', from: 'Savings' }),
      answerHas('HB-5526'),
    ],
    'act when an error is shown': [
      `Sign in as jordan with the password wrong-one. If the page says "Wrong username or password" then click "Forgot your password?". Verify the page shows "Reset your password".`,
      ({ count }, result) => {
        expect(count('wrong password')).toBe(1);
        expect(result.url).toContain('/forgot');
      },
    ],
  }),
  ...onSite('files', {
    'upload a file': [
      'Attach the file test/tasks/files/minutes.txt and click Upload.',
      lastWas('uploaded', [['minutes.txt', 'Minutes of the meeting.\n']]),
    ],
    'upload two files': [
      'Upload "test/tasks/files/minutes.txt" and "test/tasks/files/figures.csv" to "Attach a file", then press the Upload button. Expect to see "2 file(s) uploaded".',
      ({ last }) => expect(last('uploaded')).toHaveLength(2),
    ],
    'download a file': ['Download the Price list', recorded('downloaded', 'prices')],
  }),
];
