import type { Language } from "../../domain/language.ts";
import type { Finding } from "../../domain/finding.ts";
import type { DoctorReport } from "../../domain/views/insight.ts";
import type { Call } from "../command.ts";
import { withOwnToken } from "../own-token.ts";

const waitMs = 60_000;

/**
 * The checks as the running process makes them: with its own environment and with what was set up on
 * the page. Undefined if it does not answer; then this command looks for itself.
 */
export async function askProcess(
  call: Call,
  language: Language,
): Promise<{ readonly ok: boolean; readonly findings: readonly Finding[] } | undefined> {
  try {
    return await withOwnToken(
      call,
      { command: "meanwhile doctor", role: "auditor" },
      async ({ url, token }) => {
        const response = await fetch(new URL("/api/doctor", url), {
          headers: { Authorization: `Bearer ${token}`, "Accept-Language": language },
          signal: AbortSignal.timeout(waitMs),
        });
        if (!response.ok) return undefined;
        const { ok, checks } = (await response.json()) as DoctorReport;
        return {
          ok,
          findings: checks.map(({ fix, ...check }) => ({ ...check, fix: fix ?? undefined })),
        };
      },
    );
  } catch {
    // Whatever is wrong, the command's own look is there to find it.
    return undefined;
  }
}
