import type { ModelState } from "./contract.ts";

/** What the form holds. Prices are as they are typed. */
export interface Filled {
  readonly address: string;
  readonly key: string;
  readonly model: string;
  readonly images: boolean;
  readonly stories: string;
  readonly embeddings: string;
  /** Names, separated by commas or lines. */
  readonly choices: string;
  readonly currency: string;
  readonly prices: Readonly<Record<string, TypedPrice | undefined>>;
}

export interface TypedPrice {
  readonly input: string;
  readonly output: string;
}

export const nothing: Filled = {
  address: "",
  key: "",
  model: "",
  images: false,
  stories: "",
  embeddings: "",
  choices: "",
  currency: "USD",
  prices: {},
};

export const toFilled = (saved: ModelState["saved"]): Filled =>
  saved === null
    ? nothing
    : {
        address: saved.base_url,
        key: "",
        model: saved.model,
        images: saved.images,
        stories: saved.stories ?? "",
        embeddings: saved.embeddings ?? "",
        choices: saved.choices.join(", "),
        currency: saved.currency,
        prices: Object.fromEntries(
          saved.prices.map(({ model, input, output }) => [
            model,
            { input: String(input), output: String(output) },
          ]),
        ),
      };

/** An empty key is left out: the saved one stays. */
const toAsked = ({ address, key }: Filled) => ({
  base_url: address.trim(),
  ...(key.trim() === "" ? {} : { api_key: key.trim() }),
});

/** The models that are tested. */
export const toTested = (filled: Filled) => ({
  ...toAsked(filled),
  ...named("model", filled.model),
  ...named("stories", filled.stories),
  ...named("embeddings", filled.embeddings),
});

const named = <Name extends string>(name: Name, value: string): { [Key in Name]?: string } =>
  (value.trim() === "" ? {} : { [name]: value.trim() }) as { [Key in Name]?: string };

export const toSaved = (filled: Filled) => ({
  ...toTested(filled),
  model: filled.model.trim(),
  images: filled.images,
  choices: [...listChoices(filled)],
  currency: filled.currency,
  prices: listModels(filled).flatMap((model) => {
    const { input = "", output = "" } = filled.prices[model] ?? {};
    if (input.trim() === "" && output.trim() === "") return [];
    return [{ model, input: Number(input), output: Number(output) }];
  }),
});

const listChoices = ({ choices }: Filled): readonly string[] =>
  choices
    .split(/[,，、\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Every model that is named in the form, once. */
export const listModels = (filled: Filled): readonly string[] => [
  ...new Set(
    [filled.model, filled.stories, filled.embeddings, ...listChoices(filled)]
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];
