/** The verbs that pages name their controls after, as a class of words. */
export const controlVerbs = [
  'book|buy|order|purchase|reserve|rent|delete|remove|edit|like|share|archive|star|view|approve|reject',
  'rename|duplicate|accept|decline|dismiss|cancel|confirm|apply|follow|unfollow|subscribe to|pay|save',
  'print|play|pause|stop|start|skip|undo|redo|retry|continue|reset|publish|unpublish|invite|block|mute|join',
  'leave|bold|complete|finish|retweet|request|refund|create|place|compose|register|send|ship|generate',
  'transfer|schedule|renew|upgrade|enroll?|import|export|clone|merge|resolve|assign|withdraw|deposit',
  'restore|enable|favou?rite|bookmark|pin|unpin|vote for|upvote|downvote|comment on|post|preview',
  'validate|verify|activate|launch|run|claim|redeem|checkout|check in|rate|add|show|swap|flip|rotate',
  'zoom in|zoom out|copy|unsubscribe from|empty|return|exchange|track|extend|donate to|install',
  'uninstall|turn on|turn off|lock|unlock|connect|disconnect|draft|discard|translate|plan|calculate',
  'compare|snooze|flag|suspend|unsuspend|reactivate|deactivate|ban|unban|promote|demote|reopen|escalate',
  'unmute|unhide|unblock|unlike|report|tag|untag|resend|revoke|grant|hide|unarchive|close|trash|restart',
  'shut down|charge|bill|ping|nudge|fork|watch|unwatch|endorse|highlight|dispatch|deliver|receive|remind',
  'notify|subscribe',
].join('|');

const verbAlone = new RegExp(
  `^(?:${controlVerbs.replaceAll(' ', '\\s+')})(?:\\s+(?:the|an?|my|your|our|this|that|its|their))*$`,
  'iu',
);

/** Whether the words are a verb without its object: "delete the" is left of "delete the account" without its last word. */
export function isVerbAlone(words: string): boolean {
  return verbAlone.test(words.trim());
}
