import { Refusal } from "../../domain/errors.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import type { ChannelDescriptor } from "./descriptor.ts";

/**
 * A switched-off channel answers that it is not set up, rather than that there is no such address.
 */
export const createSwitchedOffWebhooks = ({
  name: channel,
  webhooks,
}: Pick<ChannelDescriptor, "name" | "webhooks">): readonly ChannelWebhook[] =>
  webhooks.flatMap(({ path, methods, below }) =>
    methods.map((method) => ({
      method,
      path,
      isOff: true,
      ...(below === undefined ? {} : { shownAs: `${path}/${below}` }),
      handle: () =>
        Promise.reject(
          new Refusal("unsupported_provider", { channel }, "This channel is not set up here."),
        ),
    })),
  );
