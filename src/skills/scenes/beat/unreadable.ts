import { ModelFailure } from "../../../domain/ports/model.ts";

/** An answer that has the wrong form costs its meaning, not the beat. Any other failure is the turn's. */
export async function unlessUnreadable<T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ModelFailure && error.code === "bad_output") return otherwise;
    throw error;
  }
}
