import type { Model } from "../domain/ports/model.ts";

/**
 * A model that can be replaced while the product runs. Each call goes to the model of its moment
 * and stays with it to its end.
 */
export function replaceableModel(current: () => Model): Model {
  return {
    get describe() {
      return current().describe;
    },
    get embeddings() {
      return current().embeddings;
    },
    complete: (request) => current().complete(request),
    stream: (request, onChunk) => current().stream(request, onChunk),
    object: (request, parse) => current().object(request, parse),
    trouble: () => current().trouble?.(),
  };
}
