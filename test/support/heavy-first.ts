import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long, the longest first: whatever is left to the end is short, and no process works on alone. */
const heavy = [
  "cli/lifecycle",
  "crash/failpoints",
  "browser/calendar",
  "browser/stage",
  "browser/goldens",
  "browser/chat",
  "laws/channels/unseen-reminders",
  "crash/restarts",
  "crash/takeover",
  "transcripts/transcripts",
  "laws/budgets-stories",
  "simulation/simulation",
  "smoke/smoke",
  "crash/stop-anywhere",
  "browser/calendar-entries",
  "browser/sign-in",
  "browser/page",
  "browser/missed",
  "browser/conversations",
  "laws/upgrades",
  "cli/running",
  "safety/hostile-model",
  "crash/bundled",
  "crash/wecom",
  "smoke/planted-bugs",
  "browser/channels",
  "crash/together",
  "browser/operator",
  "isolation/matrix",
  "browser/stage-forms",
  "laws/projector",
  "laws/spine",
  "crash/kill-loop",
  "cli/database",
  "laws/migrations",
  "mcp/fuzz",
  "friends/model",
];

export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId }: TestSpecification): number => {
      const place = heavy.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? heavy.length : place;
    };
    // Within one project, since only those share their processes.
    return (await super.sort(files)).toSorted((a, b) =>
      a.project === b.project ? weight(a) - weight(b) : 0,
    );
  }
}
