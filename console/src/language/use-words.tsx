import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { readLocal, writeLocal } from "../browser-storage.ts";
import { chooseLanguage, type Language } from "./choose.ts";
import { en, type Words } from "./en.ts";
import { zh } from "./zh.ts";

interface Spoken {
  readonly language: Language;
  readonly words: Words;
  /** For this browser. A signed-in account's own language is changed with the account. */
  readonly setLanguage: (language: Language) => void;
}

const all: Readonly<Record<Language, Words>> = { en, zh };
const SpokenContext = createContext<Spoken>({
  language: "en",
  words: en,
  setLanguage: () => undefined,
});

export function Speaking({ children }: { children: ReactNode }) {
  const [language, choose] = useState(() =>
    chooseLanguage([readLocal("language"), ...navigator.languages]),
  );
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  }, [language]);
  const spoken = useMemo(
    () => ({
      language,
      words: all[language],
      setLanguage: (next: Language) => {
        writeLocal("language", next);
        choose(next);
      },
    }),
    [language],
  );
  return <SpokenContext value={spoken}>{children}</SpokenContext>;
}

export const useSpoken = (): Spoken => use(SpokenContext);
export const useWords = (): Words => use(SpokenContext).words;

/** The words of one page, which come with that page and not with the first load. */
export interface PageWords<W> {
  readonly en: W;
  readonly zh: W;
}

/** The Chinese words must have the shape of the English ones: the compiler sees to it. */
export const pageWords = <W extends object>(en: W, zh: NoInfer<W>): PageWords<W> => ({ en, zh });

export function usePageWords<W>(words: PageWords<W>): W {
  return words[useSpoken().language];
}
