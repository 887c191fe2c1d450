import type { Site } from '../site.js';
import { components } from './apps/components.js';
import { dialogs } from './apps/dialogs.js';
import { explorer } from './apps/explorer.js';
import { files } from './apps/files.js';
import { help } from './apps/help.js';
import { mail } from './apps/mail.js';
import { wild } from './apps/wild.js';
import { writer } from './apps/writer.js';
import { miniBare } from './benchmark/bare.js';
import { miniClick } from './benchmark/click.js';
import { miniEnter } from './benchmark/enter.js';
import { miniFind } from './benchmark/find.js';
import { daily } from './daily/daily.js';
import { account } from './forms/account.js';
import { bank } from './forms/bank.js';
import { calendar } from './forms/calendar.js';
import { checkout } from './forms/checkout.js';
import { contact } from './forms/contact.js';
import { register } from './forms/register.js';
import { settings } from './forms/settings.js';
import { wizard } from './forms/wizard.js';
import { board } from './lists/board.js';
import { budget } from './lists/budget.js';
import { employees } from './lists/employees.js';
import { feed } from './lists/feed.js';
import { library } from './lists/library.js';
import { orders } from './lists/orders.js';
import { shop } from './lists/shop.js';
import { todo } from './lists/todo.js';
import { travel } from './lists/travel.js';

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
