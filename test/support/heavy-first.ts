import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long, the longest first: whatever is left to the end is short, and no process works on alone. */
const heavy = [
  "crash/failpoints",
  "cli/lifecycle",
  "browser/goldens",
  "crash/restarts",
  "crash/takeover",
  "crash/stop-anywhere",
  "browser/sign-in",
  "browser/chat",
  "smoke/smoke",
  "laws/projector",
  "transcripts/transcripts",
  "browser/calendar",
  "friends-model",
  "crash/bundled",
  "browser/page",
  "browser/stage",
  "crash/together",
  "browser/channels",
  "cli/running",
  "crash/wecom",
  "crash/kill-loop",
  "browser/operator",
  "laws/migrations",
  "isolation/matrix",
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
