import { expect, test } from "vitest";
import { channels } from "../../../src/channels/list.ts";
import { describeChannels } from "../../../src/main/channel-catalog.ts";
import { troubleIn } from "./trouble.ts";

test("a known reason is described in words, by the language", () => {
  expect(troubleIn("en", "needs_login")).toBe("The login has ended. Link the account again.");
  expect(troubleIn("zh", "needs_login")).toBe("登录已失效，请重新连接。");
});

test("an answer of the vendor's server is described by its kind", () => {
  expect(troubleIn("en", "http_429")).toBe("The vendor asks us to slow down.");
  expect(troubleIn("en", "http_503")).toBe("The vendor's server had an error.");
  expect(troubleIn("en", "http_404")).toBe("The vendor refused it (http_404).");
});

test("an error number of Meta is described by what it means, and a file is named as one", () => {
  const own = describeChannels(channels).channels.find(({ channel }) => channel === "whatsapp");
  expect(troubleIn("en", "131047", own)).toBe(troubleIn("en", "window_closed"));
  expect(troubleIn("zh", "190", own)).toBe("平台拒绝了访问令牌，请在设置里换一个。");
  expect(troubleIn("en", "131048", own)).toBe(
    "WhatsApp is holding it back, because this number has sent too much recently.",
  );
  expect(troubleIn("en", "upload_timeout")).toBe(
    "The file could not be uploaded. The vendor did not answer in time.",
  );
});

test("a reason without words is shown as it is, and no reason is nothing", () => {
  expect(troubleIn("en", "999999")).toBe("The vendor refused it (999999).");
  expect(troubleIn("en", "refused")).toBe("The vendor refused it (refused).");
  expect(troubleIn("zh", null)).toBe("");
});
