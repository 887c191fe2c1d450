import type { Command } from 'commander';

/** Defines `handrail policy`. The implementations are loaded when they are called. */
export function definePolicy(program: Command, onExit: (code: number) => void): void {
  const policy = program
    .command('policy')
    .summary('explain and check what a policy allows')
    .description('explain what a policy decides, check a policy file, list the presets');
  policy
    .command('explain')
    .argument('<action...>', 'an action: a phrase, a request or JSON')
    .summary('say which rule decides on an action, and what would change the verdict')
    .description('say which rule decides on an action, why, and what would change the verdict')
    .option(
      '--policy <name or file>',
      'watch, careful, trusted, open, or a file (default: handrail.policy.json, or careful)',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  handrail policy explain 'click "Place order" on shop.example'
  handrail policy explain 'POST https://shop.example/order item=7 total=45.00'
  handrail policy explain '{"type":"click","target":"Delete account"}' --policy trusted`,
    )
    .action(async (words, options) => (await import('../commands/policy.js')).explainAction(words, options));
  policy
    .command('check')
    .argument('[file]', 'the policy file (default handrail.policy.json)')
    .description('check a policy file: exit code 0 if it is valid, 2 if not. Warns about rules that never decide')
    .option('--json', 'print JSON')
    .action(async (file, options) => onExit((await import('../commands/policy.js')).checkPolicy(file, options)));
  policy
    .command('presets')
    .description('list the presets')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../commands/policy.js')).showPresets(options));
  policy
    .command('schema')
    .description('print the JSON Schema of policy files, for editors')
    .action(async () => (await import('../commands/policy.js')).showPolicySchema());
}
