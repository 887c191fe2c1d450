import type { Site } from '../site.js';
import { account } from './account.js';
import { bank } from './bank.js';
import { board } from './board.js';
import { budget } from './budget.js';
import { calendar } from './calendar.js';
import { checkout } from './checkout.js';
import { components } from './components.js';
import { contact } from './contact.js';
import { daily } from './daily.js';
import { dialogs } from './dialogs.js';
import { employees } from './employees.js';
import { explorer } from './explorer.js';
import { feed } from './feed.js';
import { files } from './files.js';
import { help } from './help.js';
import { library } from './library.js';
import { mail } from './mail.js';
import { miniBare } from './mini-bare.js';
import { miniClick } from './mini-click.js';
import { miniEnter } from './mini-enter.js';
import { miniFind } from './mini-find.js';
import { orders } from './orders.js';
import { register } from './register.js';
import { settings } from './settings.js';
import { shop } from './shop.js';
import { todo } from './todo.js';
import { travel } from './travel.js';
import { wild } from './wild.js';
import { wizard } from './wizard.js';
import { writer } from './writer.js';

/** Every site of the tasks. */
export const sites: readonly Site[] = [
  account,
  bank,
  board,
  budget,
  calendar,
  checkout,
  components,
  contact,
  daily,
  dialogs,
  employees,
  explorer,
  feed,
  files,
  help,
  library,
  mail,
  miniBare,
  miniClick,
  miniEnter,
  miniFind,
  orders,
  register,
  settings,
  shop,
  todo,
  travel,
  wild,
  wizard,
  writer,
];
