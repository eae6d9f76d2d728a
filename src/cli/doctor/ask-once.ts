import type { Finding } from "../../domain/finding.ts";
import {
  type OutboundAnswer,
  type OutboundCall,
  OutboundFailure,
} from "../../domain/ports/http.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { systemClock } from "../system.ts";

interface Findings {
  onAnswer(answer: OutboundAnswer): Finding;
  /** It was not answered, and why. */
  onFailure(code: string): Finding;
}

/** What one call to a server tells. */
export async function askOnce(
  call: OutboundCall,
  { onAnswer, onFailure }: Findings,
): Promise<Finding> {
  const http = safeHttp({ clock: systemClock });
  try {
    return onAnswer(await http.request(call));
  } catch (error) {
    if (error instanceof OutboundFailure) return onFailure(error.code);
    throw error;
  } finally {
    await http.close();
  }
}
