/** A text to enter, or where to get it. */
export type Value =
  | { kind: 'text'; text: string }
  /** A fact stored by `remember`. The empty key is the text that was copied or read last. */
  | { kind: 'remembered'; key: string }
  /** The answer to a question about the page. */
  | { kind: 'read'; question: string };

/** A condition on the page. */
export type Condition =
  | { kind: 'shown'; what: string }
  | { kind: 'state'; what: string; state: ElementState }
  | { kind: 'value'; what: string; compare: Comparison; value: string }
  | { kind: 'url' | 'title'; compare: Comparison; value: string }
  | { kind: 'count'; what: string; compare: Comparison; value: string }
  | { kind: 'dialog' }
  | { kind: 'loaded' }
  | { kind: 'scrolled_to_end' }
  | { kind: 'not'; condition: Condition }
  | { kind: 'all' | 'any'; conditions: Condition[] };

export type ElementState = 'checked' | 'selected' | 'disabled' | 'focused' | 'expanded' | 'empty' | 'required';
export type Comparison = 'equals' | 'contains' | 'starts' | 'ends' | 'above' | 'below' | 'at_least' | 'at_most';

export type PointerKind = 'click' | 'double_click' | 'right_click' | 'hover' | 'focus';
export type Direction = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';

/** A label and its value. */
export type Field = [label: string, value: Value];

/** What an instruction does. Targets are phrases; the resolver finds the element when the instruction runs. */
export type Operation =
  // Pages, tabs and dialogs of a browser
  | { kind: 'goto'; url: string }
  | { kind: 'open'; target: string }
  | { kind: 'back' | 'forward' | 'refresh' }
  | { kind: 'switch_tab'; which: string }
  | { kind: 'new_tab'; url?: string }
  | { kind: 'close_tab'; which?: string }
  | { kind: 'answer_dialog'; accept: boolean; text?: Value }
  | { kind: 'scroll'; direction: Direction; target?: string }
  | { kind: 'scroll_to'; target: string }
  | { kind: 'upload'; paths: string[]; target?: string }
  | { kind: 'download'; target: string }

  // Pointer and keyboard. `parts` are the items of a list, for the case that `target` is not one name with "and" in it.
  | {
      kind: PointerKind;
      target: string;
      parts: string[];
      times?: number;
      every?: true;
      atMost?: number;
      except?: string;
    }
  | { kind: 'choose_menu'; path: string[] }
  | { kind: 'press_key'; keys: string; target?: string; times?: number }
  | { kind: 'drag'; source: string; target: string }
  | { kind: 'drag_to_position'; source: string; position: number }
  | { kind: 'select_text'; target: string }
  | { kind: 'expand' | 'collapse'; target: string }
  | { kind: 'close'; what: string }

  // Fields and forms
  | { kind: 'type'; value: Value; target?: string; every?: true; submit?: true; append?: true; replace?: true }
  | { kind: 'fill'; fields: Field[]; form?: string }
  | { kind: 'clear'; target: string }
  | { kind: 'choose'; options: string[]; whole: string; from?: string }
  | { kind: 'check'; targets: string[]; whole: string; checked: boolean; every?: true }
  | { kind: 'set'; target: string; value: Value }
  | { kind: 'set_date'; date: string; target?: string }
  | { kind: 'set_counter'; target?: string; to?: number; by?: number }
  /** With names: presses the button of one of them, unless the next instruction does. */
  | { kind: 'submit'; target?: string; names?: string[] }
  | { kind: 'login'; fields: Field[] }
  | { kind: 'add_item'; items: string[]; list?: string }
  | { kind: 'rename'; what: string; to: Value }

  // Lists and searches
  | { kind: 'search'; value: Value; where?: string }
  /** Opens sections, tabs, folders or pages until the target is visible. */
  | { kind: 'seek'; by: 'sections' | 'tabs' | 'scrolling' | 'pages' | 'tree'; target: string; click: boolean }
  | { kind: 'find'; target: string }
  /** Picks the row with the highest or lowest measure. */
  | { kind: 'pick_extreme'; verb: string; highest: boolean; measure: string; of: string }
  /** Presses the control that is named after a verb, for one item: "Delete" in its row. */
  | { kind: 'press_named_control'; verb: string; what: string; target: string; fields?: Field[] }

  // Reading and waiting
  | { kind: 'pause'; seconds: number }
  | { kind: 'wait_for'; condition: Condition; seconds?: number }
  | { kind: 'verify'; condition: Condition }
  | { kind: 'answer'; question: string }
  | { kind: 'answer_condition'; condition: Condition }
  | { kind: 'remember_answer'; question: string; key: string }
  | { kind: 'remember_value'; key: string; value: string }
  | { kind: 'copy_text'; from: string }

  /** With a verb, the target is a control of that name when the page has no consent banner. */
  | { kind: 'answer_consent'; act: 'accept' | 'reject' | 'close'; verb?: string }
  /** Presses a shortcut that asks for a name, such as the name of a new folder, and enters the name. */
  | { kind: 'enter_name'; keys: string; name: Value }

  // Programs of a desktop
  | { kind: 'launch_program'; app: string }
  | { kind: 'raise_window'; app: string }
  | { kind: 'use_program'; app: string }

  // Control flow
  /** The same task takes other operations in a program than on a page. */
  | { kind: 'by_environment'; desktop: Operation[]; page: Operation[] }
  | { kind: 'if'; condition: Condition; then: Instruction[]; otherwise: Instruction[] }
  /** The first of the choices whose targets exist. */
  | { kind: 'first_of'; choices: Operation[][] }
  | { kind: 'repeat'; body: Instruction[]; until?: Condition; times?: number }
  | { kind: 'no_op' };

/** An operation with the clause of the task that asks for it. */
export type Instruction = Operation & { clause: string };

export type InstructionKind = Instruction['kind'];

/** The operations of one or several kinds. */
export type InstructionOf<Kind extends InstructionKind> = Matching<Operation, Kind>;

type Matching<Candidate, Kind> = Candidate extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Candidate
    : never
  : never;
