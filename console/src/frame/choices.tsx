import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { type Language } from "../language/choose.ts";
import { en } from "../language/en.ts";
import { useWords } from "../language/use-words.tsx";
import { zh } from "../language/zh.ts";

interface LanguageSwitchProps {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
  readonly labelledBy?: string;
}

/** Each language is written in itself, so that it can be found by those who read no other. */
export function LanguageSwitch({ value, onChange, labelledBy }: LanguageSwitchProps) {
  const words = useWords();
  const name =
    labelledBy === undefined ? { "aria-label": words.language } : { "aria-labelledby": labelledBy };
  return (
    <SegmentedControl
      {...name}
      value={value}
      onChange={(next) => onChange(next)}
      data={[
        { value: "zh", label: zh.languageName },
        { value: "en", label: en.languageName },
      ]}
    />
  );
}

export function SchemeSwitch({ labelledBy }: { labelledBy: string }) {
  const words = useWords();
  // Without `keepTransitions` Mantine makes a style element for a moment, which the content policy
  // refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <SegmentedControl
      aria-labelledby={labelledBy}
      value={colorScheme}
      onChange={(next) => setColorScheme(next)}
      data={[
        { value: "auto", label: words.settings.auto },
        { value: "light", label: words.settings.light },
        { value: "dark", label: words.settings.dark },
      ]}
    />
  );
}
