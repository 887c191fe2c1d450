import { isRecord } from '../../core/is-record.js';
import { reject, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';
import { namesOf } from './calls.js';

export type Fields = Record<string, unknown>;

/** The models of the contract servers. */
export const googleModels = [
  'gemini-4-argon',
  'gemini-3.8-flash',
  'gemini-3.7-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash',
  'gemini-3.5-flash-lite',
  'gemini-3-flash-preview',
  'gemini-3.1-pro-preview',
  'gemini-2.5-computer-use-preview-10-2025',
];

export const googleMessages = {
  noKey:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  wrongKey: 'API key not valid. Please pass a valid API key.',
  toolRequired:
    'This model requires the use of the Computer Use tool. See https://ai.google.dev/gemini-api/docs/computer-use#send-request for instructions on adding the tool.',
  responseCount:
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  responseName: 'Each Function Call must be matched to a Function Response by name',
  responseTurn: 'Please ensure that function response turn comes immediately after a function call turn.',
  callTurn:
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  noUrl: 'Computer Use Model requires function response to contain the URL',
  signature: 'Thought signature is not valid.',
  badImage:
    'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  tooLarge: 'Request payload size exceeds the limit: 20971520 bytes.',
} as const;

const policies =
  'FINANCIAL_TRANSACTIONS SENSITIVE_DATA_MODIFICATION COMMUNICATION_TOOL ACCOUNT_CREATION DATA_MODIFICATION USER_CONSENT_MANAGEMENT LEGAL_TERMS_AND_AGREEMENTS'.split(
    ' ',
  );
const pictureTypes = ['png', 'jpeg', 'webp', 'heic', 'heif', 'gif', 'bmp', 'tiff'].map((type) => `image/${type}`);

export function listIn(value: unknown, where: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) reject(`Invalid value at '${where}': expected a list.`);
  return value;
}

/** The fields of an object, all of which must be known. `snake`: snake case is accepted too, as in Google's REST API. */
export function fieldsOf(value: unknown, known: string, where: string, snake = false): Fields {
  if (!isRecord(value)) reject(`Invalid value at '${where}': expected an object.`);
  const names = known.split(' ');
  const fields: Fields = {};
  for (const [name, inner] of Object.entries(value)) {
    const spelled = snake ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name;
    if (!names.includes(spelled))
      reject(`Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`);
    fields[spelled] = inner;
  }
  return fields;
}

/** Accepts any key that does not start with `wrong`. */
export function checkKey(key: unknown): void {
  if (typeof key !== 'string' || key === '') reject(googleMessages.noKey, 403);
  if (key.startsWith('wrong')) reject(googleMessages.wrongKey, 400);
}

export function checkModel(model: string, method: string): void {
  if (googleModels.includes(model)) return;
  reject(
    `models/${model} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
    404,
  );
}

/** The tools of a request: at most one computer use tool, and the caller's functions. */
export interface SentTools {
  computerUse?: { environment: unknown; excluded: unknown; detection: unknown; policies: unknown; where: string };
  functions: Fields[];
}

/** What the two APIs name differently. */
const spellings = {
  generateContent: {
    environments: ['ENVIRONMENT_BROWSER', 'ENVIRONMENT_MOBILE', 'ENVIRONMENT_DESKTOP', 'ENVIRONMENT_UNSPECIFIED'],
    policies,
    functions: 'tools.function_declarations',
  },
  interactions: {
    environments: ['browser', 'mobile', 'desktop'],
    policies: policies.map((policy) => policy.toLowerCase()),
    functions: 'tools',
  },
};

/** Checks the tools of a request. Returns the names of the caller's functions. */
export function checkTools(
  { computerUse, functions }: SentTools,
  model: string,
  api: keyof typeof spellings,
): { names: string[]; isBrowser: boolean } {
  const spelling = spellings[api];
  if (!computerUse) {
    if (model.includes('computer-use')) reject(googleMessages.toolRequired);
    return { names: checkFunctions(functions, [], spelling.functions), isBrowser: false };
  }
  const { environment, where } = computerUse;
  if (typeof environment !== 'string' || !spelling.environments.includes(environment))
    reject(`Invalid value at '${where}.environment': ${JSON.stringify(environment)}`);
  const excluded = listIn(computerUse.excluded, `${where}.excluded_predefined_functions`);
  for (const name of excluded) {
    if (!namesOf(model).includes(String(name)))
      reject(`Invalid value at '${where}.excluded_predefined_functions': unknown predefined function "${name}".`);
  }
  if (computerUse.detection !== undefined && typeof computerUse.detection !== 'boolean')
    reject(`Invalid value at '${where}.enable_prompt_injection_detection': expected a boolean.`);
  for (const policy of listIn(computerUse.policies, `${where}.disabled_safety_policies`)) {
    if (!spelling.policies.includes(String(policy)))
      reject(`Invalid value at '${where}.disabled_safety_policies': ${JSON.stringify(policy)}`);
  }
  const taken = namesOf(model).filter((name) => !excluded.includes(name));
  return {
    names: checkFunctions(functions, taken, spelling.functions),
    isBrowser: environment === spelling.environments[0],
  };
}

const schemaFields =
  'type format title description nullable enum items maxItems minItems properties required minProperties maxProperties minimum maximum minLength maxLength pattern anyOf propertyOrdering example default';

/** Checks the caller's functions: valid names, each once, and not the name of an action of the model. */
function checkFunctions(functions: readonly Fields[], taken: readonly string[], where: string): string[] {
  const names: string[] = [];
  for (const [index, { name, description, parameters }] of functions.entries()) {
    const at = `${where}[${index}]`;
    if (typeof name !== 'string' || !/^[a-zA-Z_][\w.:-]{0,127}$/.test(name))
      reject(`Invalid function name at '${at}.name'. Must start with a letter or an underscore.`);
    if (names.includes(name) || taken.includes(name)) reject(`Duplicate function declaration found: ${name}`);
    if (description !== undefined && typeof description !== 'string')
      reject(`Invalid value at '${at}.description': expected a string.`);
    if (parameters !== undefined) checkSchema(parameters, `${at}.parameters`);
    names.push(name);
  }
  return names;
}

function checkSchema(value: unknown, where: string): void {
  const schema = fieldsOf(value, schemaFields, where);
  if (schema.type !== undefined && typeof schema.type !== 'string')
    reject(`Invalid value at '${where}.type': Proto field is not repeating, cannot start list.`);
  if (schema.type === 'array' && schema.items === undefined) reject(`${where}.items: missing field.`);
  if (schema.properties !== undefined) {
    if (!isRecord(schema.properties)) reject(`Invalid value at '${where}.properties': expected an object.`);
    for (const [name, inner] of Object.entries(schema.properties)) checkSchema(inner, `${where}.properties[${name}]`);
    for (const name of listIn(schema.required, `${where}.required`))
      if (!Object.hasOwn(schema.properties, String(name)))
        reject(`${where}.required: property is not defined: ${String(name)}`);
  }
  if (schema.items !== undefined) checkSchema(schema.items, `${where}.items`);
  for (const [index, inner] of listIn(schema.anyOf, `${where}.any_of`).entries())
    checkSchema(inner, `${where}.any_of[${index}]`);
}

/** Checks a picture in base64: its type must be accepted and correct. */
export function checkPicture(type: unknown, data: unknown): SentPicture {
  if (typeof type !== 'string' || !pictureTypes.includes(type)) reject(`Unsupported MIME type: ${String(type)}`);
  if (typeof data !== 'string' || data === '' || data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    reject(`Invalid value at 'data' (TYPE_BYTES), Base64 decoding failed for "${String(data).slice(0, 20)}"`);
  const picture = readPictureText(data);
  if (picture.type !== type) reject(googleMessages.badImage);
  return picture;
}

/** Whether Google requires the user's confirmation of a call. */
export function needsConfirmation(args: unknown): boolean {
  const decision = isRecord(args) ? args.safety_decision : undefined;
  return isRecord(decision) && decision.decision === 'require_confirmation';
}
