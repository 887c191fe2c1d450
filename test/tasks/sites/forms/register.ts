import { page, type Site } from '../../site.js';

const form = `
<h1>Create your account</h1>
<form method="post" action="done">
  <p><label for="first">First name</label> <input id="first" name="first" required></p>
  <p><label for="last">Last name</label> <input id="last" name="last" required></p>
  <p><label for="mail">E-mail address</label> <input id="mail" name="email" type="email" required></p>
  <p><label for="pw">Password</label> <input id="pw" name="password" type="password" minlength="8" required></p>
  <p><label for="pw2">Confirm password</label> <input id="pw2" name="again" type="password" required></p>
  <p><label for="phone">Phone (optional)</label> <input id="phone" name="phone" type="tel"></p>
  <p><label for="land">Country</label>
    <select id="land" name="country">
      <option value="">Please choose</option><option value="at">Austria</option><option value="br">Brazil</option>
      <option value="de">Germany</option><option value="in">India</option><option value="jp">Japan</option>
      <option value="us">United States</option>
    </select></p>
  <p><label for="born">Date of birth</label> <input id="born" name="born" type="date"></p>
  <fieldset><legend>How should we contact you?</legend>
    <label><input type="radio" name="contact" value="email" checked> By e-mail</label>
    <label><input type="radio" name="contact" value="phone"> By phone</label>
    <label><input type="radio" name="contact" value="never"> Not at all</label></fieldset>
  <fieldset><legend>Interests</legend>
    <label><input type="checkbox" name="music" value="yes"> Music</label>
    <label><input type="checkbox" name="sports" value="yes"> Sports</label>
    <label><input type="checkbox" name="travel" value="yes"> Travel</label>
    <label><input type="checkbox" name="cooking" value="yes"> Cooking</label></fieldset>
  <p><label><input type="checkbox" name="terms" value="yes" required> I agree to the <a href="terms">terms of service</a></label></p>
  <p><label><input type="checkbox" name="news" value="yes" checked> Send me the newsletter</label></p>
  <button type="submit">Create account</button> <button type="reset">Start over</button>
</form>`;

/** A plain form with labels, sent with POST. */
export const register: Site = {
  name: 'register',
  pages: {
    '': page({ title: 'Sign up', body: form }),
    terms: page({ title: 'Terms', body: '<h1>Terms of service</h1><p>Be kind.</p>' }),
    done: ({ fields, note }) => {
      note('registered', fields);
      return page({
        title: 'Welcome',
        body: `<h1>Welcome, ${fields.first}!</h1><p>Your member number is M-20417.</p>`,
      });
    },
  },
};
