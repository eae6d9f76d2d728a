import type { Language } from "../../domain/language.ts";
import type { VisitView } from "../../domain/views/bookings.ts";

export interface FreePageWords {
  readonly title: (name: string | null) => string;
  readonly times: (zone: string) => string;
  readonly ownersZone: (zone: string) => string;
  readonly zone: string;
  readonly show: string;
  readonly none: string;
  readonly length: (minutes: number) => string;
  readonly pick: string;
  readonly formTitle: string;
  readonly atOwner: (when: string, zone: string) => string;
  readonly name: string;
  readonly subject: string;
  readonly email: string;
  readonly emailHint: string;
  readonly leaveEmpty: string;
  readonly send: string;
  readonly back: string;
  readonly after: string;
  readonly problems: Readonly<
    Record<"name" | "subject" | "email" | "taken" | "too_many" | "too_fast" | "form", string>
  >;
  readonly missing: { readonly title: string; readonly text: string };
  readonly visit: {
    readonly title: string;
    readonly states: Readonly<Record<VisitView["state"] | "other_time", string>>;
    readonly with: (name: string) => string;
    readonly withdraw: string;
    readonly keep: string;
  };
  readonly other: { readonly label: string; readonly language: Language };
}

export const freePageWords: Readonly<Record<Language, FreePageWords>> = {
  en: {
    title: (name) => (name === null ? "Free times" : `When ${name} is free`),
    times: (zone) => `Times are shown in the zone ${zone}.`,
    ownersZone: (zone) => `The calendar’s own zone is ${zone}.`,
    zone: "Your time zone",
    show: "Show",
    none: "There is no free time in the next weeks.",
    length: (minutes) => `Each time is ${minutes} minutes.`,
    pick: "Pick a time to ask for it.",
    formTitle: "Ask for this time",
    atOwner: (when, zone) => `That is ${when} in ${zone}.`,
    name: "Your name",
    subject: "What is it about?",
    email: "E-mail address (optional)",
    emailHint: "Only to tell you the answer, where this server can send mail.",
    leaveEmpty: "Leave this field empty",
    send: "Ask for this time",
    back: "Other times",
    after: "Nothing is fixed until it is confirmed. You get a link where you see the answer.",
    problems: {
      name: "Please enter your name.",
      subject: "Please say what it is about.",
      email: "This is not one e-mail address.",
      taken: "This time is no longer free. Please pick another one.",
      too_many: "Too many requests are waiting for an answer. Please come back later.",
      too_fast: "You have asked often in a short time. Please come back later.",
      form: "The form could not be read. Please fill it in again.",
    },
    missing: {
      title: "This link does not work",
      text: "It has been ended or replaced. Ask the person who gave it to you for a new one.",
    },
    visit: {
      title: "Your request",
      states: {
        pending: "Waiting for an answer.",
        confirmed: "Confirmed.",
        declined: "Declined. This time does not suit.",
        other_time: "This time does not suit. Please pick another one.",
        expired: "Expired: there was no answer in time.",
        withdrawn: "You have withdrawn this request.",
        called_off: "The meeting was called off.",
      },
      with: (name) => `With ${name}`,
      withdraw: "Withdraw the request",
      keep: "Keep this address: it is the only place where you see the answer.",
    },
    other: { label: "中文", language: "zh" },
  },
  zh: {
    title: (name) => (name === null ? "空闲时间" : `${name} 的空闲时间`),
    times: (zone) => `时间按 ${zone} 时区显示。`,
    ownersZone: (zone) => `对方的时区是 ${zone}。`,
    zone: "你的时区",
    show: "显示",
    none: "接下来几周没有空闲时间。",
    length: (minutes) => `每次 ${minutes} 分钟。`,
    pick: "选一个时间提出预约。",
    formTitle: "预约这个时间",
    atOwner: (when, zone) => `也就是 ${zone} 的 ${when}。`,
    name: "你的名字",
    subject: "什么事？",
    email: "邮箱（可不填）",
    emailHint: "只用来告诉你结果（服务器能发邮件时）。",
    leaveEmpty: "这一栏请留空",
    send: "提出预约",
    back: "其他时间",
    after: "对方确认之前不算定下。提交后会有一个链接，可以看到结果。",
    problems: {
      name: "请填写名字。",
      subject: "请写明是什么事。",
      email: "这不是一个邮箱地址。",
      taken: "这个时间已经没有了，请另选一个。",
      too_many: "等待答复的预约太多了，请过些时候再来。",
      too_fast: "短时间内提交太多次了，请过些时候再来。",
      form: "表单没有读懂，请重新填写。",
    },
    missing: {
      title: "这个链接无效",
      text: "它已经停用或更换了。请向给你链接的人要一个新的。",
    },
    visit: {
      title: "你的预约",
      states: {
        pending: "等待答复。",
        confirmed: "已确认。",
        declined: "已谢绝：这个时间不合适。",
        other_time: "这个时间不合适，请另选一个。",
        expired: "已过期：没有及时得到答复。",
        withdrawn: "你收回了这个预约。",
        called_off: "约好的事取消了。",
      },
      with: (name) => `和 ${name}`,
      withdraw: "收回预约",
      keep: "请保存这个地址：只有在这里能看到结果。",
    },
    other: { label: "English", language: "en" },
  },
};
