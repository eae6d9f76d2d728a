import { parseArgs } from "node:util";
import { plant, plantIn } from "./planting.ts";
import { plantedBugs } from "./planted-bugs.ts";

/**
 * `node test/simulation/run.ts --from 1 --runs 100` plays one seed after the other and stops at the
 * first that breaks an invariant. `--bug <name>` plants a bug first, `--trace` prints every step.
 * The last line is a summary as JSON.
 */
const { values } = parseArgs({
  options: {
    from: { type: "string", default: "1" },
    runs: { type: "string", default: "1" },
    bug: { type: "string" },
    trace: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
  },
});

const bug = plantedBugs.find(({ name }) => name === values.bug);
if (values.bug !== undefined && bug === undefined)
  throw new Error(`there is no bug "${values.bug}"`);
if (bug !== undefined) plant(bug);
// Imported only now, so that a planted bug is in it.
const { playSeeds } = await import("./play-seeds.ts");
const summary = await playSeeds({
  from: Number(values.from),
  runs: Number(values.runs),
  isTraced: values.trace,
  isShrunk: values.shrink,
  change: plantIn(bug),
  print: (line) => void process.stdout.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(summary)}\n`);
