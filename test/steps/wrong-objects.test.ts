import { describe, expect, it } from 'vitest';
import { usePageTrials } from './page-trials.js';

const log = `<script>window.events = [];
  addEventListener('click', ({ target }) => events.push(target.closest('button, a, input')?.id || target.tagName), true);
</script>`;

const pages = {
  uniq: `<h1>Account</h1><div>Photo <button id=photo>Delete</button></div>
    <p>Phone <button id=phone>Verify</button></p><p>Email ann@x.org</p>`,
  dl: `<h1>Profile</h1><dl><dt>Email<dd>a@x.org <button id=edit>Edit</button>
    <dt>Home address<dd>Road 1 <button id=home>Remove</button></dl>`,
  sections: `<h1>Account</h1><h2>Photo</h2><button id=photo>Delete</button><h2>Plan</h2><button id=plan>Cancel</button>`,
  tabs: `<h1>Settings</h1><div role=tablist><button role=tab id=general aria-selected=true>General</button>
    <button role=tab id=security aria-selected=false>Security</button></div>
    <div role=tabpanel><button id=photo>Delete photo</button></div>
    <div role=tabpanel hidden><button id=account>Delete account</button></div>`,
  pager: `<h1>Results</h1><ol><li><a href="#" id=tips>Page layout tips</a><li><a href="#" id=printers>Next generation printers</a></ol>
    <nav aria-label=Pagination><button id=previous disabled>Previous</button><a href="#" id=one aria-current=page>1</a></nav>`,
  next: `<h1>Results</h1><ol><li><a href="#" id=printers>Next generation printers</a></ol>
    <nav><a href="#" id=older>Next »</a></nav>`,
  close: `<h1>Item</h1><button id=account>Close account</button><button id=window>Close window</button><button id=hide>Hide email</button>`,
  closeOnly: `<h1>Item</h1><button id=account>Close account</button>`,
  ticket: `<h1>Tickets</h1><div>Ticket 5 <button id=ticket>Close</button></div>`,
  dialog: `<h1>Item</h1><button id=account>Close account</button><dialog id=box><h2>News</h2><p>Hello</p>
    <button id=close onclick="box.close()">Close</button></dialog><script>box.showModal()</script>`,
  password: `<h1>Log in</h1><label>Password <input type=password id=pw></label>`,
  shown: `<h1>Log in</h1><label>Password <input type=password id=pw></label>
    <button id=show onclick="pw.type = 'text'; this.textContent = 'Hide password'">Show password</button>`,
  login: `<h1>Welcome</h1><form onsubmit="events.push('sent'); return false"><label>User name <input id=user></label>
    <label>Password <input type=password id=pw></label><button id=go>→</button></form><button id=signup>Sign up</button>
    <button id=forgot>Forgot your password?</button>`,
  kanban: `<h1>Board</h1><div style="display:flex;gap:40px"><div><h2>Todo</h2><div><h3>Fix login page</h3></div></div>
    <div><h2>Done</h2><div><h3>Write docs</h3></div></div></div>
    <script>for (const type of ['mousedown', 'mouseup']) addEventListener(type, () => fetch('/0'))</script>`,
  mail: `<h1>Inbox</h1>${['Bob', 'Ann', 'Cid']
    .map((name) => {
      const act = name === 'Ann' ? 'Unstar' : 'Star';
      return `<div role=row style="display:flex;gap:12px"><span>${name}</span><a href="#" id=open${name}>News of ${name}</a>
        <button id=star${name} aria-label="${act}">★</button></div>`;
    })
    .join('')}`,
  neg: `<h1>Unsaved changes</h1><button id=save>Save</button><button id=copy>Save as copy</button>`,
  todo: `<h1>Todo</h1><label>New task <input id=task></label><button id=add onclick="events.push(task.value)">Add</button>`,
  radios: `<form><fieldset><legend>Shipping</legend><label><input type=radio name=s id=standard>Standard</label>
    <label><input type=radio name=s id=express>Express</label></fieldset>
    <fieldset><legend>Support</legend><label><input type=radio name=u id=premium>Premium</label></fieldset>
    <label>Size <select id=size><option>Small<option>Medium</select></label></form>`,
  rating: `<h1>Green tea</h1><button id=rate>Rate</button>`,
  booking: `<h1>Tables</h1><label>Guests <input type=number id=guests></label><label>Date <input type=date id=date></label>
    <button id=book>Book</button>`,
  trip: `<h1>Flights</h1><label>From <input id=from></label><label>To <input id=to></label><button id=search>Search</button>`,
  team: `<h1>Team</h1><button id=invite>Invite</button>`,
  counter: `<h1>Trip</h1><p>Adults <button id=less>−</button> <span>1</span> <button id=more>+</button></p>`,
  product: `<h1>Blue Mug</h1><p>€9.00</p><button id=cart>Add to cart</button>`,
  shop: `<h1>Mugs</h1><button id=cart>Add to cart</button>`,
};

type Name = keyof typeof pages;
const names = Object.keys(pages) as Name[];
const attempt = usePageTrials(names.map((name) => `<!doctype html><title>Test</title>${log}${pages[name]}`));
const run = (name: Name, task: string) => attempt(names.indexOf(name), task);

describe('presses nothing if the object of the sentence is not matched', () => {
  it.each<[Name, string]>([
    ['uniq', 'Delete the account'],
    ['uniq', 'Delete the email'],
    ['uniq', 'Delete account'],
    ['uniq', 'Click Delete account'],
    ['uniq', 'Verify the email'],
    ['uniq', 'Verify my email'],
    ['dl', 'Remove the email'],
    ['dl', 'Edit the home address'],
    ['sections', 'Delete the account'],
    ['sections', 'Cancel the order'],
    ['tabs', 'Delete the account'],
    ['tabs', 'Delete the message'],
    ['pager', 'Go to the next page'],
    ['close', 'Close the dialog'],
    ['close', 'Close the file'],
    ['close', 'Close the banner'],
    ['closeOnly', 'Close the dialog'],
    ['closeOnly', 'Close the popup'],
    ['ticket', 'Close the dialog'],
    ['closeOnly', 'Close the menu'],
    ['password', 'Show the password'],
    ['mail', 'Star the message from Ann'],
    ['todo', 'Type Bob in Name. Click Add.'],
    ['todo', 'Enter Water plants in Subject.'],
    ['radios', 'Choose Premium in Shipping.'],
    ['radios', 'Select Express from Support.'],
    ['radios', 'Choose Premium in Delivery.'],
    ['radios', 'Choose Medium in Colour.'],
    ['rating', 'Rate it 5 stars'],
    ['rating', 'Rate this five stars'],
    ['booking', 'Book a table for 4 guests on 2026-05-20'],
    ['booking', 'Book it for 4 guests'],
    ['booking', 'Book for two guests'],
    ['trip', 'Search flights from Nome to Reno'],
    ['trip', 'Book the cheapest flight from Nome to Reno'],
    ['team', 'Invite kim@site.test as an Editor'],
    ['counter', 'Increase the adults to 3'],
    ['counter', 'Increase adults by 2'],
    ['product', 'Add the Red Mug to the cart'],
    ['shop', 'Add the Teapot to the cart'],
  ])('%s: %s', async (name, task) => {
    const { status, events, transcript } = await run(name, task);
    expect(status, transcript).toBe('failed');
    expect(events, transcript).toEqual([]);
  });
});

describe('presses the control of the object', () => {
  it.each<[Name, string, string[]]>([
    ['uniq', 'Delete the photo', ['photo']],
    ['uniq', 'Verify the phone', ['phone']],
    ['dl', 'Edit the email', ['edit']],
    ['dl', 'Remove the home address', ['home']],
    ['sections', 'Delete the photo', ['photo']],
    ['tabs', 'Delete the photo', ['photo']],
    ['next', 'Go to the next page', ['older']],
    ['dialog', 'Close the dialog', ['close']],
    ['closeOnly', 'Close the account', ['account']],
    ['shown', 'Show the password', ['show']],
    ['mail', 'Star the message from Bob', ['starBob']],
    ['todo', 'Type Water plants in New task. Click Add.', ['task', 'add', 'Water plants']],
    ['radios', 'Choose Premium in Support.', ['premium']],
    ['product', 'Add the Blue Mug to the cart', ['cart']],
    ['product', 'Add 2 of the Blue Mug to the cart', ['cart', 'cart']],
    ['neg', 'Click Save as copy, but not Save', ['copy']],
    ['neg', 'Click "Save as copy" and not "Save".', ['copy']],
  ])('%s: %s', async (name, task, expected) => {
    const { status, events, transcript } = await run(name, task);
    expect(events, transcript).toEqual(expected);
    if (name === 'neg') expect(status, transcript).toBe('done');
  });
});

it('submits a login form without a named button by Enter', async () => {
  const { events, transcript } = await run('login', 'Log in with username "ann" and password "s3cret".');
  expect(events, transcript).toContain('sent');
  expect(events, transcript).not.toContain('signup');
  expect(events, transcript).not.toContain('forgot');
});

it('does not report a drag as done if nothing moved', async () => {
  const { status, reason, transcript } = await run('kanban', 'Move Fix login page to Done');
  expect(status, transcript).toBe('failed');
  expect(reason).toContain('nothing on the page changed');
});

it('quotes the words of a target once, and names similar elements', async () => {
  const { status, reason, events } = await run('shop', 'Click "Add to wishlist".');
  expect(status).toBe('failed');
  expect(reason).toContain('matches "Add to wishlist". Similar: ');
  expect(reason).toContain('"Add to cart"');
  expect(events).toEqual([]);
});
