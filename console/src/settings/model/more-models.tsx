import { NativeSelect, TextInput } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import styles from "./more-models.module.css";
import { type Filled, listModels, type TypedPrice } from "./filled.ts";
import { words } from "./words.ts";

export interface FormPart {
  readonly filled: Filled;
  readonly change: (fields: Partial<Filled>) => void;
}

/** The names of the server's models, to choose from. */
export const modelList = "settings-models";

/** Models for other uses than chatting. */
export function MoreModels({ filled, change }: FormPart) {
  const say = usePageWords(words);
  return (
    <>
      <TextInput
        label={say.stories}
        description={say.storiesHint}
        placeholder={filled.model}
        value={filled.stories}
        maxLength={200}
        list={modelList}
        onChange={(event) => change({ stories: event.currentTarget.value })}
      />
      <TextInput
        label={say.embeddings}
        description={say.embeddingsHint}
        value={filled.embeddings}
        maxLength={200}
        list={modelList}
        onChange={(event) => change({ embeddings: event.currentTarget.value })}
      />
      <TextInput
        label={say.choices}
        description={say.choicesHint}
        value={filled.choices}
        maxLength={2_000}
        onChange={(event) => change({ choices: event.currentTarget.value })}
      />
    </>
  );
}

const currencies = ["USD", "CNY", "EUR", "GBP", "JPY"];

/** What each named model costs. */
export function Prices({ filled, change }: FormPart) {
  const say = usePageWords(words);
  const models = listModels(filled);
  if (models.length === 0) return null;
  const listed = currencies.includes(filled.currency)
    ? currencies
    : [filled.currency, ...currencies];
  return (
    <fieldset className={styles.prices}>
      <legend>{say.prices}</legend>
      <p className={styles.hint}>{say.pricesHint}</p>
      <NativeSelect
        label={say.currency}
        value={filled.currency}
        data={listed}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
      {models.map((model) => (
        <Price
          key={model}
          model={model}
          price={filled.prices[model] ?? { input: "", output: "" }}
          change={(price) => change({ prices: { ...filled.prices, [model]: price } })}
        />
      ))}
    </fieldset>
  );
}

interface PriceProps {
  readonly model: string;
  readonly price: TypedPrice;
  readonly change: (price: TypedPrice) => void;
}

function Price({ model, price, change }: PriceProps) {
  const say = usePageWords(words);
  const amount = (which: keyof TypedPrice, label: string, spoken: string) => (
    <TextInput
      type="number"
      label={label}
      aria-label={spoken}
      value={price[which]}
      min={0}
      max={1_000_000}
      step="any"
      inputMode="decimal"
      onChange={(event) => change({ ...price, [which]: event.currentTarget.value })}
    />
  );
  return (
    <div className={styles.price}>
      <span className={styles.name} translate="no">
        {model}
      </span>
      {amount("input", say.priceIn, say.priceOf(model, say.priceIn))}
      {amount("output", say.priceOut, say.priceOf(model, say.priceOut))}
    </div>
  );
}
