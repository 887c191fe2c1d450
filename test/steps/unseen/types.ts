/**
 * A page and tasks on it. `expected` is what the page logs when the task is done, joined by ` | `, or `answer: …`, or `refused` for a task
 * that cannot be done. A leading `?` allows the refusal of a task that can be done. Events that begin with `~` are not counted.
 */
export interface TaskPage {
  name: string;
  html: string;
  tasks: readonly (readonly [task: string, expected: string])[];
}
