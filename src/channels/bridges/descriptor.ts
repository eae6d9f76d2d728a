import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { ChannelWords } from "../kit/channel-words.ts";
import { defineChannel } from "../kit/descriptor.ts";
import { type DoctorContext, doctorPatienceMs, outOfReach } from "../kit/doctor.ts";
import { bridgesChannel } from "./read.ts";
import { webhookPath } from "./receive.ts";
import { type Bridge, bridgesProblems, type BridgesSection, bridgesSection } from "./section.ts";
import { callOf } from "./send.ts";

const bridgesWords: ChannelWords = {
  name: { en: "Bridge", zh: "桥接" },
  card: {
    hint: {
      en: "Another chat app, such as Matrix, LINE or Mattermost, attached by a small program of yours. docs/webhook.md has one of thirty lines.",
      zh: "用你自己的小程序接入其他聊天应用，例如 Matrix、LINE 或 Mattermost。docs/webhook.md 里有一个三十行的例子。",
    },
    setup: {
      steps: {
        en: [
          "Make a secret: openssl rand -hex 32.",
          "Add the bridge below with a name, the secret and the address where it takes messages, and press “Save and switch on”.",
          "Give the bridge the address shown here with its name behind it, and the same secret.",
          "Send a pairing code from this page in the other chat app.",
        ],
        zh: [
          "生成密钥：openssl rand -hex 32。",
          "在下面添加桥接：名称、密钥和它接收消息的地址，然后点“保存并开启”。",
          "把这里显示的地址（后面加上桥接的名字）和同一个密钥填进桥接程序。",
          "在那个聊天应用里发送本页的配对码。",
        ],
      },
      checkHint: {
        en: "Sends each bridge a signed ping. No person sees it.",
        zh: "给每个桥接发一个签名的 ping，没有人会看到。",
      },
    },
  },
  fields: {
    apps: {
      label: { en: "Bridges", zh: "桥接" },
      hint: { en: "Programs that attach another chat app.", zh: "接入其他聊天应用的程序。" },
    },
    "apps.name": {
      label: { en: "Name", zh: "名称" },
      hint: { en: "Part of its address.", zh: "是它地址的一部分。" },
      must: {
        en: "must be made of small letters, digits and dashes",
        zh: "只能用小写字母、数字和短横线",
      },
    },
    "apps.secret": {
      label: { en: "Secret", zh: "密钥" },
      hint: { en: "For the signatures of both sides.", zh: "双方都用它签名。" },
      must: { en: "must have at least 24 characters each", zh: "每个至少 24 个字符" },
    },
    "apps.send_url": {
      label: { en: "Where it takes messages", zh: "它接收消息的地址" },
      must: { en: "must be an http or https address", zh: "必须是 http 或 https 地址" },
    },
  },
  troubles: {
    signature_refused: {
      en: "The bridge refuses our signature. Both sides need the same secret and the right time.",
      zh: "桥接拒绝了我们的签名。两边的密钥必须相同，时间也要准。",
    },
    login_refused: {
      en: "The chat app refuses the bridge's login. Nothing goes out until it is renewed there.",
      zh: "聊天应用拒绝了桥接的登录。在那边重新登录之前，什么都发不出去。",
    },
    person_unreachable: {
      en: "The bridge can't reach this person now. It goes out when they write again.",
      zh: "桥接现在联系不到对方。对方再发消息时会送出。",
    },
  },
};

async function pingBridge(on: DoctorContext<BridgesSection>, bridge: Bridge): Promise<Finding> {
  const name = `${bridgesChannel} ${bridge.name}`;
  const id = `ping-${Buffer.from(on.bytes(12)).toString("hex")}`;
  const call = callOf(on, bridge, { id, body: { type: "ping" }, timeoutMs: doctorPatienceMs });
  try {
    const { status } = await on.http.request(call);
    if (status < 300) return good(name, { en: "The bridge answers.", zh: "桥接有应答。" });
    if (status === 401)
      return bad(name, bridgesWords.troubles?.["signature_refused"] ?? { en: "", zh: "" }, {
        en: "Check the secret on both sides.",
        zh: "请检查两边的密钥。",
      });
    return note(name, {
      en: `The bridge answers a ping with an error (${status}).`,
      zh: `桥接对 ping 返回错误（${status}）。`,
    });
  } catch (error) {
    if (error instanceof OutboundFailure) return outOfReach(name, error.code);
    throw error;
  }
}

export const bridges = defineChannel({
  name: "bridges",
  provider: bridgesChannel,
  settings: { schema: bridgesSection, problems: bridgesProblems },
  capabilities: { bindsPeople: true, handlesFiles: ({ enabled }) => enabled },
  webhooks: [{ path: webhookPath, methods: ["post"], below: "<name>" }],
  words: bridgesWords,
  doctor: {
    vendor: async (on) =>
      on.section.enabled
        ? Promise.all(on.section.apps.map((bridge) => pingBridge(on, bridge)))
        : [],
    fixes: {
      signature_refused: {
        en: "Set the same secret in channels.bridges.apps and in the bridge.",
        zh: "请在 channels.bridges.apps 和桥接程序里设置相同的密钥。",
      },
      login_refused: {
        en: "Renew the bridge's login at its chat app.",
        zh: "请在聊天应用那边更新桥接的登录信息。",
      },
    },
  },
  wire: async (on) => {
    const { createBridges } = await import("./create.ts");
    const made = createBridges({ ...on, quotes: on.storage.quotes });
    return {
      channel: made.channel,
      webhooks: () => made.webhooks,
      renew: async (section) => made.renew(section),
      close: () => made.close(),
    };
  },
});
