import { controlVerbs } from './control-verbs.js';

/** Words that forms can use instead of each other: `<the>` in a form is any of these. */
export const wordClasses: Readonly<Record<string, string>> = {
  the: 'the|a|an|my|your|our|this|that|any',
  all: 'all|every|each|both',
  is: 'is|are|was|were',
  click: 'click|tap|push|activate|toggle|trigger|follow|left-?\\s?click|press on',
  press: 'press|hit|push|strike',
  open: 'open|show|view|see',
  find: 'find|locate|look for',
  findAndPress: 'find|locate|look for|search for',
  go: 'go|navigate|browse|head|return|surf|proceed|continue|switch|jump',
  type: 'type|enter|input|write|put|insert|key in|type in|fill in|fill|paste|provide|give|place',
  choose: 'select|choose|pick',
  set: 'set|change|update|adjust|edit|modify',
  on: 'turn on|switch on|toggle on',
  off: 'turn off|switch off|toggle off',
  check: 'check|tick|mark|enable|activate',
  uncheck: 'uncheck|untick|unmark|deselect|unselect|disable|deactivate',
  increase: 'increment|increase|raise',
  decrease: 'decrement|decrease|reduce|lower',
  tell: 'tell|give|show|get|read|fetch',
  answer:
    'let me know|find out|report [back]|return|read [out|off]|extract|output|print|answer [with]|say|state|respond with|look up|determine|get|retrieve|fetch|obtain|list',
  remember: 'remember|memori[sz]e|note [down]|write down|record|store|take note of|keep in mind',
  verify: 'verify|assert|expect|validate',
  make: 'make|create|add|i (need|want)',
  called: 'called|named|titled|with the name',
  field: '(field|box|input|area|bar|form|text\\s?box|editor|cell)s?',
  form: 'form|fields?|details|information|info|inputs?|boxes|text\\s?fields',
  list: '.*(list|drop-?\\s?down|menu|slider|spinner|select|picker|combo\\s?box)',
  mail: '[the|a|an|this|that] (e-?mail|mail|message|information|letter)',
  dialog:
    '[browser|javascript|js] (alert|confirm|confirmation|prompt|dialog|pop-?up|message|warning) [box|dialog|window|message|popup]',
  cookies:
    '[all] [the|any|this] [optional|non-?essential|tracking] (cookies?|consent|gdpr|privacy) [banner|notice|pop-?up|dialog|consent|bar|message] [banner|pop-?up|dialog]',
  cart: '[shopping] (cart|basket|bag|trolley)',
  item: '(list item|to-?\\s?do [item]|task|item|entry|reminder)s?',
  seconds: 'ms|milliseconds?|s|secs?|seconds?|minutes?|mins?|moment',
  number: '\\d+|one|two|three|four|five|six|seven|eight|nine|ten',
  controlVerb: controlVerbs,
};
