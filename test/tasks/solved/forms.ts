import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

/** Forms, settings, dates and wizards. */
export const solvedForms: readonly SolvedTask[] = [
  {
    name: 'register in one long sentence',
    site: 'register',
    task: `Fill in the form with first name 'Ines', last name 'Moreau', e-mail address 'ines@moreau.example', password 'Winter-Sun-9' and confirm password 'Winter-Sun-9', choose Japan as the country, agree to the terms of service and click Create account.`,
    check: ({ last }) =>
      expect(last('registered')).toMatchObject({
        first: 'Ines',
        last: 'Moreau',
        email: 'ines@moreau.example',
        password: 'Winter-Sun-9',
        again: 'Winter-Sun-9',
        country: 'jp',
        terms: 'yes',
      }),
  },
  {
    name: 'register with numbered lines',
    site: 'register',
    task: `1. Enter "Tom" in the First name field
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
    check: ({ last }) => {
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
  },
  {
    name: 'register with "label: value" lines and read the answer',
    site: 'register',
    task: `Please fill out the registration form:
First name: Aiko
Last name: Tanaka
E-mail address: aiko@example.jp
Password: cherry-2020
Confirm password: cherry-2020
Date of birth: 1990-04-12
Then accept the terms, submit the form and tell me the member number.`,
    check: ({ last }, result) => {
      expect(last('registered')).toMatchObject({ first: 'Aiko', last: 'Tanaka', born: '1990-04-12', terms: 'yes' });
      expect(result.answer).toContain('M-20417');
    },
  },
  {
    name: 'check several interests',
    site: 'register',
    task: `Select Sports, Travel and Music under Interests. Fill in first name with Bo, last name with Ek, e-mail address with bo@ek.example, both password fields with longenough1. Check the terms box and create the account.`,
    check: ({ last }) => {
      expect(last('registered')).toMatchObject({ sports: 'yes', travel: 'yes', music: 'yes', again: 'longenough1' });
      expect(last('registered')).not.toHaveProperty('cooking');
    },
  },
  {
    name: 'fill in a form whose fields have only placeholders',
    site: 'contact',
    task: `Send a message through the contact form with name "Lou Reyes", email "lou@reyes.example", topic "Billing" and message "I was charged twice." and tell me the ticket number`,
    check: ({ last }, result) => {
      expect(last('sent')).toEqual({
        name: 'Lou Reyes',
        mail: 'lou@reyes.example',
        topic: 'Billing',
        text: 'I was charged twice.',
        copy: false,
      });
      expect(result.answer).toContain('T-3391');
    },
  },
  {
    name: 'fill in a contact form field by field',
    site: 'contact',
    task: `Type "Kim" into the "Your name" box, type "kim@example.com" into Email, choose Technical support from Topic, write "The app crashes at start" in "How can we help?", tick Send me a copy, then click Send message and wait until it says "Thank you, Kim".`,
    check: ({ last }) =>
      expect(last('sent')).toEqual({
        name: 'Kim',
        mail: 'kim@example.com',
        topic: 'Technical support',
        text: 'The app crashes at start',
        copy: true,
      }),
  },
  {
    name: 'read a fact from the footer',
    site: 'contact',
    task: 'What is the phone number of the Lisbon office?',
    check: ({ events }, result) => {
      expect(result.answer).toContain('+351 21 555 0144');
      expect(events).toEqual([]);
    },
  },
  {
    name: 'turn switches on and off',
    site: 'settings',
    task: 'Turn on push notifications and the weekly summary, turn off email notifications, then save changes.',
    check: ({ last }) => expect(last('saved')).toMatchObject({ email: false, push: true, weekly: true }),
  },
  {
    name: 'leave a switch that is already on',
    site: 'settings',
    task: 'Switch on "Email notifications". Save the changes.',
    check: ({ last }) => expect(last('saved')).toMatchObject({ email: true, push: false, weekly: false }),
  },
  {
    name: 'set a radio group, a list and a number',
    site: 'settings',
    task: `Choose the Dark theme. Set the font size to 18. Select Deutsch as the language. Click "Save changes".`,
    check: ({ last }) => expect(last('saved')).toMatchObject({ theme: 'dark', size: 18, language: 'Deutsch' }),
  },
  {
    name: 'set a slider',
    site: 'settings',
    task: 'Set the volume to 75 and save changes',
    check: ({ last }) => expect(last('saved')).toMatchObject({ volume: 75 }),
  },
  {
    name: 'check boxes with unusual verbs',
    site: 'settings',
    task: 'Go to the privacy section: enable "Share usage data", disable "Show my online status" and make sure "Allow search engines to find me" is checked. Then hit Save changes, and verify that "Your settings were saved." is displayed.',
    check: ({ last }) => expect(last('saved')).toMatchObject({ usage: true, online: false, search: true }),
  },
  {
    name: 'verify that nothing has to be saved',
    site: 'settings',
    task: 'Check Share usage data. Then click Cancel.',
    check: ({ count }) => {
      expect(count('cancelled')).toBe(1);
      expect(count('saved')).toBe(0);
    },
  },
  {
    name: 'set a native date and time',
    site: 'calendar',
    task: `Set the preferred date to 2024-07-09 and the time to 14:30, pick Dr. Brandt as the doctor, and click Request appointment`,
    check: ({ last }) =>
      expect(last('appointment')).toMatchObject({ date: '2024-07-09', time: '14:30', doctor: 'Dr. Brandt' }),
  },
  {
    name: 'set a date in words',
    site: 'calendar',
    task: `Enter March 3, 2025 as the preferred date. Enter 9:15 AM as the time. Request appointment.`,
    check: ({ last }) => expect(last('appointment')).toMatchObject({ date: '2025-03-03', time: '09:15' }),
  },
  {
    name: 'go to a month in a calendar with its buttons',
    site: 'calendar',
    task: `Click "Pick a day". Click "Next month" twice. Click 18. Then click the Request appointment button.`,
    check: ({ last }) => expect(last('appointment')).toMatchObject({ followUp: '18 July 2024' }),
  },
  {
    name: 'turn a calendar until the month is shown',
    site: 'calendar',
    task: `Click on the Follow-up visit field, repeat clicking "Next month" until "November 2024" is shown, click on 5 and request the appointment.`,
    check: ({ last }) => expect(last('appointment')).toMatchObject({ followUp: '5 November 2024' }),
  },
  {
    name: 'complete a wizard of three steps',
    site: 'wizard',
    task: `Choose the Team plan and click Next. Fill in Company name with "Nordlys AS", Work e-mail with "it@nordlys.example" and Number of seats with 12, then click Next. Check "I have read the contract" and click Finish. What is the subscription ID?`,
    check: ({ last }, result) => {
      expect(last('finished')).toMatchObject({
        plan: 'Team',
        company: 'Nordlys AS',
        email: 'it@nordlys.example',
        seats: '12',
        ok: true,
      });
      expect(result.answer).toContain('SUB-8830');
    },
  },
  {
    name: 'go back in a wizard',
    site: 'wizard',
    task: `- Click Starter
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
    check: ({ last }) => expect(last('finished')).toMatchObject({ plan: 'Enterprise', company: 'Acme', seats: '3' }),
  },
  {
    name: 'fill in fields in shadow roots',
    site: 'components',
    task: `Type "Day one" into Title, type "It rained." into Notes, click Curious, then save the entry.`,
    check: ({ last }) => expect(last('diary')).toEqual({ title: 'Day one', note: 'It rained.', mood: 'Curious' }),
  },
  {
    name: 'rate with stars',
    site: 'components',
    task: 'Give it a rating by clicking "4 stars".',
    check: ({ all }) => expect(all('rated')).toEqual([4]),
  },
  {
    name: 'pay in nested frames',
    site: 'checkout',
    task: `Enter "Noor" as your name, fill in card number 4000123412341234, expiry 11/29 and security code 321, then press "Pay €25.00" and check that "Payment received" appears.`,
    check: ({ last }) => expect(last('paid')).toEqual({ card: '4000123412341234', exp: '11/29', cvc: '321' }),
  },
  {
    name: 'fill in a field in a frame',
    site: 'checkout',
    task: 'Please type noor@example.net into the newsletter e-mail field and click Subscribe.',
    check: ({ last, count }) => {
      expect(last('subscribed')).toBe('noor@example.net');
      expect(count('paid')).toBe(0);
    },
  },
  {
    name: 'log in and read a balance',
    site: 'bank',
    task: `Log in with username "jordan" and password "tide-and-moon". What is the balance of the Savings account?`,
    check: ({ count }, result) => {
      expect(count('signed in')).toBe(1);
      expect(result.answer).toContain('15,000.00');
    },
  },
  {
    name: 'log in and transfer money',
    site: 'bank',
    task: `Enter jordan into Username and tide-and-moon into Password and click Sign in. Then enter "Mara Lind" as the recipient, 120 as the amount, choose Savings from "From account" and click "Transfer money". Tell me the reference.`,
    check: ({ last }, result) => {
      expect(last('transferred')).toEqual({ to: 'Mara Lind', amount: '120', from: 'Savings' });
      expect(result.answer).toContain('HB-5526');
    },
  },
  {
    name: 'act when an error is shown',
    site: 'bank',
    task: `Sign in as jordan with the password wrong-one. If the page says "Wrong username or password" then click "Forgot your password?". Verify the page shows "Reset your password".`,
    check: ({ count }, result) => {
      expect(count('wrong password')).toBe(1);
      expect(result.url).toContain('/forgot');
    },
  },
  {
    name: 'upload a file',
    site: 'files',
    task: 'Attach the file test/tasks/files/minutes.txt and click Upload.',
    check: ({ last }) => expect(last('uploaded')).toEqual([['minutes.txt', 'Minutes of the meeting.\n']]),
  },
  {
    name: 'upload two files',
    site: 'files',
    task: 'Upload "test/tasks/files/minutes.txt" and "test/tasks/files/figures.csv" to "Attach a file", then press the Upload button. Expect to see "2 file(s) uploaded".',
    check: ({ last }) => expect(last('uploaded')).toHaveLength(2),
  },
  {
    name: 'download a file',
    site: 'files',
    task: 'Download the Price list',
    check: ({ all }) => expect(all('downloaded')).toEqual(['prices']),
  },
];
