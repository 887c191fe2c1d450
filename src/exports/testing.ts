// handrail/testing: a model that replays a script, and servers with the rules of the providers.
export { call, type ScriptedTurn, scripted } from '../models/scripted/scripted.js';
export * from '../testing/index.js';
