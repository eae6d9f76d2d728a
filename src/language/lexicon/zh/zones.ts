/** A wish for another time zone, which is named as such. */
export const zoneWish =
  /时区.{0,6}(?:改|换|设|切|调|用|为|到|成)|(?:改|换|设|切换?|调整?).{0,8}时区/;

/** What may stand beside the place in an answer to "where are you?". */
export const besidePlace =
  /^(?:不是|不对|不用|不|其实|对|嗯|我们?|人|现在|目前|住|在|这里|这边|那边|是|城市|时间|时区|市|岛|呢|啊|哦|的|用|按|吧|美国|加拿大|[\s\p{P}])*$/u;
