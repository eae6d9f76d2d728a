import { ModelFailure } from "../../../domain/ports/model.ts";

/** A malformed answer is replaced by a default. Any other failure fails the turn. */
export async function withFallback<T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ModelFailure && error.code === "bad_output") return otherwise;
    throw error;
  }
}
