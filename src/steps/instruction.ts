/** What to type, or where to read it. */
export type Value =
  | { is: 'text'; text: string }
  /** A fact kept by `remember`, or what was copied or found last. */
  | { is: 'kept'; key: string }
  /** Something to be read from the page first. */
  | { is: 'read'; question: string };

/** Something that is true of a page or not. */
export type Condition =
  | { is: 'shown'; what: string }
  | { is: 'state'; what: string; state: ElementState }
  | { is: 'value'; what: string; compare: Comparison; value: string }
  | { is: 'url' | 'title'; compare: Comparison; value: string }
  | { is: 'count'; what: string; compare: Comparison; value: string }
  | { is: 'dialog' }
  | { is: 'loaded' }
  | { is: 'end' }
  | { is: 'not'; one: Condition }
  | { is: 'all' | 'any'; of: Condition[] };

export type ElementState = 'checked' | 'selected' | 'disabled' | 'focused' | 'expanded' | 'empty' | 'required';
export type Comparison = 'equals' | 'contains' | 'starts' | 'ends' | 'above' | 'below' | 'least' | 'most';

export type Pointing = 'click' | 'double_click' | 'right_click' | 'hover' | 'focus';
export type Direction = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';

/** One thing to do. Targets are phrases, as a person would point at things. */
export type Step =
  | { do: 'goto'; url: string }
  /** `parts` are the things of a list, when `target` is not one name with "and" in it. */
  | { do: Pointing; target: string; parts: string[]; times?: number; every?: true; atMost?: number }
  | { do: 'open'; target: string }
  | { do: 'menu'; path: string[] }
  | { do: 'press'; keys: string; target?: string; times?: number }
  | { do: 'type'; value: Value; target?: string; every?: true; submit?: true; append?: true; replace?: true }
  | { do: 'fill'; fields: Field[]; form?: string; submit?: true }
  /** Each field of a form with what the page says of its label. */
  | { do: 'fill_each' }
  | { do: 'clear'; target: string }
  | { do: 'choose'; options: string[]; whole: string; from?: string; only?: true }
  | { do: 'check'; targets: string[]; whole: string; checked: boolean; every?: true }
  | { do: 'drag'; source: string; target: string }
  | { do: 'drag_to_position'; source: string; position: number }
  /** To a neighbour's place, or to a place of a grid: "up", "top left". */
  | { do: 'drag_along'; source: string; way: string; by: number }
  | { do: 'scroll'; direction: Direction; target?: string }
  | { do: 'scroll_to'; target: string }
  | { do: 'upload'; paths: string[]; target?: string }
  | { do: 'download'; target: string }
  | { do: 'pause'; seconds: number }
  | { do: 'wait'; condition: Condition; seconds?: number }
  | { do: 'back' | 'forward' | 'refresh' }
  | { do: 'tab'; which: string }
  | { do: 'new_tab'; url?: string }
  | { do: 'close_tab'; which?: string }
  | { do: 'dialog'; accept: boolean; text?: Value }
  | { do: 'verify'; condition: Condition }
  | { do: 'remember'; question: string; key: string }
  | { do: 'note'; key: string; value: string }
  | { do: 'answer'; question: string }
  | { do: 'whether'; condition: Condition }
  | { do: 'copy'; from: string }
  | { do: 'if'; condition: Condition; then: Instruction[]; otherwise: Instruction[] }
  | { do: 'repeat'; body: Instruction[]; until?: Condition; times?: number }
  | { do: 'search'; value: Value; where?: string }
  | { do: 'login'; fields: Field[] }
  | { do: 'sort'; by: string; descending?: boolean }
  | { do: 'add_to_cart'; what: string; times?: number }
  | { do: 'submit'; target?: string }
  | { do: 'close'; what: string }
  | { do: 'expand' | 'collapse'; target: string }
  | { do: 'set'; target: string; value: Value }
  /** Types the start and takes the one suggestion that ends so. */
  | { do: 'complete'; starts: string; ends?: string; target?: string }
  | { do: 'date'; date: string; target?: string }
  | { do: 'step'; target?: string; to?: number; by?: number }
  /** Opens sections, tabs, folders or pages until the target is there, and then clicks it. */
  | { do: 'seek'; by: 'sections' | 'tabs' | 'scrolling' | 'pages' | 'tree'; target: string; click: boolean }
  | { do: 'find'; target: string }
  /** "from A to B on a day": filled in and looked up. */
  | { do: 'route'; route: string }
  | { do: 'best'; verb: string; most: boolean; measure: string; of: string }
  | { do: 'compose'; fields: Field[]; send: boolean }
  | { do: 'mail'; act: 'reply' | 'forward'; text?: Value; to?: string }
  /** A verb that a control of the page is named after, and what it is to be done to. */
  | { do: 'deed'; verb: string; what: string; target: string; fields?: Field[] }
  /** New entries of a list that has a field for them. */
  | { do: 'add_item'; items: string[]; list?: string }
  /** Answers a consent banner; with a verb, whatever is named after it where there is none. */
  | { do: 'consent'; act: 'accept' | 'reject' | 'close'; verb?: string }
  | { do: 'rename'; what: string; to: Value }
  | { do: 'answer_to'; choice: string; question?: string }
  | { do: 'filter'; option: string; from?: string }
  /** The keys of a calculator. A question may have its answer on a page. */
  | { do: 'compute'; keys: string[]; question?: string }
  /** Of a desktop: a program to start, a window to bring to the front, a folder to make, a name to save under. */
  | { do: 'launch'; app: string }
  | { do: 'raise'; app: string }
  | { do: 'use_program'; app: string }
  | { do: 'new_folder'; name: Value; place?: string }
  | { do: 'save_as'; name: Value; place?: string }
  | { do: 'write_file'; text: Value; name: Value; place?: string }
  /** The answer to a question that may come: whether to write over a file, whether to keep its format. */
  | { do: 'agree'; to: 'replace' | 'keep' }
  | { do: 'nothing' }
  | { do: 'select_text'; target: string };

export type Field = [label: string, value: Value];

/** A step with the words that asked for it. */
export type Instruction = Step & { words: string };
