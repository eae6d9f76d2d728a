import type { z } from "zod";
import type { Both } from "../domain/both.ts";
import { demand } from "./problems.ts";

/**
 * What a value must be, in both languages. It never repeats the value: it may be a secret in the
 * wrong place.
 */
export function demandWords(issue: z.core.$ZodIssue, own: Both | undefined): Both {
  const isOwnRule = issue.code === "custom" || issue.code === "invalid_format";
  if (own !== undefined && isOwnRule) return { en: sentence(own.en), zh: `${own.zh}。` };
  return { en: sentence(demand(issue)), zh: chinese(issue) };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const kinds: Readonly<Record<string, string>> = {
  number: "数字",
  int: "整数",
  boolean: "开或关",
  string: "文字",
  array: "列表",
  object: "一组设置",
};

function size(issue: { readonly origin: string; readonly bound: number | bigint }): string {
  if (issue.origin === "string") return `${issue.bound} 个字符`;
  return issue.origin === "array" ? `${issue.bound} 项` : String(issue.bound);
}

function chinese(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `必须是${kinds[issue.expected] ?? issue.expected}。`;
  if (issue.code === "invalid_value") return `必须是 ${issue.values.map(String).join("、")} 之一。`;
  if (issue.code === "too_small") return `至少 ${size({ ...issue, bound: issue.minimum })}。`;
  if (issue.code === "too_big") return `最多 ${size({ ...issue, bound: issue.maximum })}。`;
  return `格式不对：${demand(issue)}。`;
}
