import type { Both } from "../../domain/both.ts";

/** A setting in the form on the page. */
export interface FieldWords {
  readonly label: Both;
  readonly hint?: Both;
  /** What a value must look like, where the schema has a rule of its own. */
  readonly must?: Both;
  /** Whether it is shown at once. By default what has no default is: the vendor's ids and secrets. */
  readonly main?: boolean;
}

/** Settings that several channels have, by their last name. */
const common: Readonly<Record<string, FieldWords>> = {
  enabled: { label: { en: "Switched on", zh: "已开启" }, main: false },
  busy_policy: {
    label: { en: "While an answer is being written", zh: "正在回答时收到新消息" },
    hint: {
      en: "busy: say that it is busy; queue: answer afterwards; supersede: stop and answer the new message.",
      zh: "busy：告知正忙；queue：排队，稍后回答；supersede：停下，改为回答新消息。",
    },
  },
  access: {
    label: { en: "Who gets an answer", zh: "谁可以使用" },
    hint: {
      en: "In addition to known people – paired: senders of a pairing code; list: also the people listed below; open: everyone who writes.",
      zh: "除已知的人以外——paired：发送配对码的人；list：还包括下面列出的人；open：所有发消息的人。",
    },
  },
  allowed_users: {
    label: { en: "Allowed people", zh: "允许的人" },
    hint: { en: "One per line.", zh: "每行一个。" },
  },
  allowed_numbers: {
    label: { en: "Allowed phone numbers", zh: "允许的手机号" },
    hint: {
      en: "With country code, one per line. Only used with “list”.",
      zh: "带国家代码，每行一个。只在选择 list 时使用。",
    },
    must: {
      en: "must be a phone number with its country code, such as +49 170 1234567",
      zh: "必须是带国家代码的手机号，例如 +86 138 0000 0000",
    },
  },
  allowed_groups: {
    label: { en: "Groups in which it answers", zh: "在哪些群里回复" },
    hint: { en: "One id per line. * stands for all.", zh: "每行一个编号，* 表示全部。" },
  },
  shared_groups: {
    label: { en: "Groups that share one conversation", zh: "全体成员共用一个对话的群" },
    hint: { en: "One id per line. * stands for all.", zh: "每行一个编号，* 表示全部。" },
  },
  streaming: { label: { en: "Show answers while they are written", zh: "边写边显示回答" } },
  streams: { label: { en: "Show answers while they are written", zh: "边写边显示回答" } },
  api_base_url: {
    label: { en: "Address of the vendor's API", zh: "平台接口地址" },
    must: { en: "must be an http or https address", zh: "必须是 http 或 https 地址" },
  },
  allowed_hosts: {
    label: { en: "Other hosts that may be called", zh: "允许访问的其他主机" },
    hint: {
      en: "Only for a host on this machine or in a private network. One per line.",
      zh: "只在使用本机或内网的主机时需要，每行一个。",
    },
  },
  proxy: {
    label: { en: "Proxy for outgoing calls", zh: "出站代理" },
    hint: {
      en: "Where the vendor accepts fixed addresses only, or can't be reached directly: http://user:password@host:port.",
      zh: "平台只接受固定 IP，或无法直接访问时使用：http://用户名:密码@主机:端口。",
    },
    must: {
      en: "must be an http or https address without a path",
      zh: "必须是不带路径的 http 或 https 地址",
    },
    main: false,
  },
  token: { label: { en: "Token", zh: "令牌（Token）" } },
  secret: { label: { en: "Secret", zh: "密钥（Secret）" } },
  webhook_secret: {
    label: { en: "Secret of the callback", zh: "回调密钥" },
    hint: { en: "The sender proves itself with it.", zh: "调用方用它证明身份。" },
  },
  name: { label: { en: "Name", zh: "名称" } },
  account: { label: { en: "Account", zh: "账号编号" } },
};

/** A setting in words. Unknown ones are shown by their name and their description. */
export function fieldWords(
  own: FieldWords | undefined,
  { path, description }: { readonly path: string; readonly description: string },
): Required<Pick<FieldWords, "label" | "hint">> & Pick<FieldWords, "must" | "main"> {
  const last = path.split(".").at(-1) ?? path;
  const found = own ?? common[last];
  const plain = description.replaceAll("`", "");
  return {
    label: found?.label ?? { en: toTitle(last), zh: last },
    hint: found?.hint ?? { en: plain, zh: found === undefined ? plain : "" },
    ...(found?.must === undefined ? {} : { must: found.must }),
    ...(found?.main === undefined ? {} : { main: found.main }),
  };
}

const toTitle = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
