import { page, type Site } from '../../site.js';

const login = (error = '') =>
  page({
    title: 'Sign in',
    body: `<h1>Harbour Bank</h1>${error ? `<p role="alert">${error}</p>` : ''}<form method="post" action="home">
    <table><tr><td>Username</td><td><input name="user" autocomplete="username"></td></tr><tr><td>Password</td><td><input type="password" name="pass"></td></tr></table>
    <label><input type="checkbox" name="keep"> Keep me signed in</label><p><input type="submit" value="Sign in"> <a href="forgot">Forgot your password?</a></p></form>`,
  });

/** A sign-in with labels in table cells, then balances and a transfer. */
export const bank: Site = {
  name: 'bank',
  pages: {
    '': login(),
    forgot: page({
      title: 'Forgot',
      body: '<h1>Reset your password</h1><label>E-mail <input></label><button>Send link</button>',
    }),
    home: ({ fields, note }) => {
      const good = fields.user === 'jordan' && fields.pass === 'tide-and-moon';
      note(good ? 'signed in' : 'wrong password', fields);
      if (!good) return login('Wrong username or password.');
      return page({
        title: 'Accounts',
        body: `<h1>Good morning, Jordan</h1><table><thead><tr><th>Account</th><th>Number</th><th>Balance</th></tr></thead><tbody><tr><td>Everyday</td><td>••4410</td><td>€2,310.55</td></tr><tr><td>Savings</td><td>••9021</td><td>€15,000.00</td></tr></tbody></table>
          <p>Last sign-in: <time>14 November, 08:12</time></p><h2>Transfer</h2><form method="post" action="transfer"><p><label>Recipient <input name="to"></label></p><p><label>Amount <input name="amount"></label></p><p><label>From account <select name="from"><option>Everyday</option><option>Savings</option></select></label></p><button>Transfer money</button></form>`,
      });
    },
    transfer: ({ fields, note }) => {
      note('transferred', fields);
      return page({
        title: 'Done',
        body: `<h1>Transfer sent</h1><p>Reference: HB-5526</p><p>${fields.amount} to ${fields.to}</p>`,
      });
    },
  },
};
