import { describeExamples } from './compat/examples.js';
import { useFaraSite } from './compat/fara-site.js';
import { describeFaults } from './compat/faults.js';
import { describeOptions } from './compat/options.js';
import { describeRefusals } from './compat/refusals.js';
import { describeRun } from './compat/run.js';
import { describeRunEnd } from './compat/run-end.js';
import { describeTool } from './compat/tool.js';

useFaraSite();

describeTool();

describeRun();

describeRunEnd();

describeExamples();

describeFaults();

describeOptions();

describeRefusals();
