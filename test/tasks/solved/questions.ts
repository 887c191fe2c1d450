import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';
import { answerIs, onSite } from './on-site.js';

const asked = (site: string, task: string, answer: string): SolvedTask => ({
  name: `${site}: ${task}`,
  site,
  task,
  check: answerIs(answer),
});

/** Questions that a page answers at once, or after a few actions. */
export const solvedQuestions: readonly SolvedTask[] = [
  asked('employees', 'How many employees are there in Engineering?', '2'),
  asked('employees', 'How many employees are there?', '7'),
  asked('employees', 'Who works in Oslo?', 'Greta Olsen'),
  asked('employees', 'Who has the highest salary?', 'Bo Chen'),
  asked('employees', 'What is the lowest salary?', '$42,000'),
  asked('employees', 'Which city does Bo Chen work in?', 'Taipei'),
  asked('orders', 'How many orders are pending?', '2'),
  asked('orders', 'What is the total of the order from Lena Fox?', '€15.25'),
  asked('settings', 'Is "Show my online status" checked?', 'yes'),
  asked('settings', 'Which theme is selected?', 'Light'),
  asked('settings', 'Which language is selected?', 'English'),
  asked('account', 'What plan am I on?', 'Professional'),
  asked('library', 'Look up "ocean" and tell me how many results there are.', '12'),
  asked('todo', 'How many items are left?', '2'),
  asked('help', 'Tell me within how many days items can be returned.', '30'),
  asked('help', 'How many days do refunds take?', '5'),
  asked('budget', 'What is the amount for Internet?', '35'),
  ...onSite('orders', {
    'a list of names': [
      'List all customers.',
      (_, result) => expect(result.data).toEqual(['Mia Wong', 'Omar Aziz', 'Lena Fox']),
    ],
  }),
];
