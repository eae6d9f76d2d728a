import { expect, it } from "vitest";
import { ruleFor } from "../../outbound/allowed-hosts.ts";
import { mediaHosts } from "./addresses.ts";

const isAllowed = (url: string): boolean =>
  ruleFor(
    new URL(url),
    mediaHosts({ apiBaseUrl: "https://qyapi.weixin.qq.com", allowedHosts: [] }, url),
  ) !== undefined;

it("files come from WeCom's own buckets and hosts, and from no other bucket beside them", () => {
  for (const host of [
    "ww-aibot-img-1258476243.cos.ap-guangzhou.myqcloud.com",
    "ww-aibot-img-1258476243.cos.ap-shanghai.myqcloud.com",
    "wework.qpic.cn",
  ])
    expect([host, isAllowed(`https://${host}/a/b?sign=1`)]).toEqual([host, true]);
  for (const host of [
    "evil-1250000000.cos.ap-guangzhou.myqcloud.com",
    "ww-aibot-img-1258476243.evil-1250000000.cos.ap-guangzhou.myqcloud.com",
    "1258476243.cos.ap-guangzhou.myqcloud.com",
    "ww-aibot-img-1258476243.cos.ap-guangzhou.myqcloud.com.evil.example",
    "myqcloud.com",
  ])
    expect([host, isAllowed(`https://${host}/a`)]).toEqual([host, false]);
});
