import {
  type Act,
  anyWord,
  friendName as friend,
  many,
  notBefore,
  optional,
  or,
  phrasesOf,
  seq,
  type Shape,
  some,
  timeWord as time,
  titleWord as title,
} from "../shapes.ts";

const w = (list: string): Shape =>
  phrasesOf(list, (phrase) => phrase.match(/[a-z][a-z']*|\S/gu) ?? []);

const small = w(
  "的|那个|这个|那|这|那条|这条|那件|这件|件|条|个|提醒|闹钟|闹铃|日程|待办|事|事儿|事情|我的|和|跟|与|在|到|去|来|就|也|都|所有|全部|一下|里|时间|那次|reminder|alarm|the|刚才|刚刚|刚|上一条|上一个|最后|第|以后|设的|我设的|记的|从|再|那天",
);
const object = some(or(title, time, small));
const asking = many(
  w(
    "好|好的|嗯|哦|啊|那|那就|就|请|请你|麻烦|麻烦你|麻烦您|帮我|帮忙|给我|替我|可以|能不能|能|可不可以|我想|我要|我打算|我们|咱们|想|要|需要|还是|先|再|也|把|将|对了|不好意思|抱歉|哎呀|算了|一下|然后|顺便|另外|以后|现在|请把|你帮我|你能不能|你可以|都|到时|到时候|哎|唉|诶|喂|嗨|你好|please|弄错了|说错了|点错了|记错了|手滑了|当我没说|不对|错了|停止|以后都",
  ),
);
const tail = many(
  or(
    w(
      "吧|了|掉|啊|呀|哈|谢谢|好吗|好不好|行吗|可以吗|吗|一下|它|就行|就好|呢|哦|啦|先|我|了吧|都|好了|也|拜托|哟|的|please|thanks|嘛|咯|喽",
    ),
    time,
    small,
  ),
);
const head = seq(many(or(asking, time)), asking);
const whatever = many(anyWord);

const cancel = [
  seq(
    head,
    w(
      "取消|删掉|删除|删|去掉|撤掉|撤|停止|撤销|撤回|划掉|推掉|跳过|关掉|关|作废|清掉|cancel|delete|不要|不用|不用再|不需要|别再|别|不要再|不用去",
    ),
    many(w("提醒|提醒我|叫我|喊我|叫|掉|一下")),
    notBefore(w("了")),
    object,
    tail,
  ),
  seq(
    head,
    object,
    many(w("给我|帮我|就|都|可以|先|还是|那个|我|请|以后|也")),
    w(
      "撤|取消|删掉|删除|删|去掉|撤掉|撤|停止|撤销|撤回|划掉|推掉|跳过|关掉|关|作废|清掉|cancel|算了|免了|不用了|不要了|不去|不做|不用|不需要|不用提醒|不要提醒|别提醒|不用再提醒|别再提醒|不想去|不打算去|不约",
    ),
    many(w("提醒|提醒我|叫我|喊我|掉|管")),
    tail,
  ),
];

const overWords =
  "完|好|掉|过|完成|搞定|办妥|了|啦|上|完毕|毕|成|到|做|弄|搞|办|吃|交|买|已|已经|刚|刚刚|刚才|终于|都|也|我|我们|把|给|回来|done|结束|咯|喽";
const complete = [
  seq(many(w("嗯|好|好的|哦|哈哈")), some(or(title, time, small, w(overWords))), tail),
  seq(
    head,
    object,
    w("标记为|标记成|标为|标成|算|设为|打勾|勾掉|标记|划掉"),
    many(w("完成|做完|已完成|搞定|了")),
    tail,
  ),
];

const shift =
  "改|改到|改成|改为|改在|改至|改名叫|改名为|改叫|换|换到|换成|换为|挪|挪到|移|移到|调|调到|调成|调整到|推迟|推迟到|延后|延后到|延期到|推|推到|提前|提前到|往后|往前|往后推|往前推|往后挪|往前挪|晚|早|晚点|早点|顺延到|定在|放到|放在|安排在|安排到|应该是|应该在|是|重命名为|提早|再晚|再早|往后延|往前提|delay";
const update = [
  seq(
    head,
    object,
    many(w("给我|帮我|就|都|先|还是|我|请|以后|一下")),
    w(shift),
    some(or(object, w("不是|而是|叫|成"))),
    tail,
  ),
  seq(head, w(shift), object, optional(seq(w("到|成|为|至|叫"), object)), tail),
  seq(head, many(or(object, w("不是|是|应该是|而是|我说的是"))), time, tail),
  seq(head, some(or(title, small)), some(or(time, w("的|在|到|吧"))), tail),
];

const snooze = [
  seq(
    head,
    many(or(time, w("过|等|再|稍后|晚点|待会|一会|一会儿|后"))),
    w("再|提醒|再提醒|叫|再叫|喊|催|推迟|晚"),
    many(or(object, w("我|再|提醒|叫|后|过"))),
    tail,
  ),
];

const strongly =
  "提醒|提醒我|叫我|喊我|催我|叫醒我|记|记一下|记下|记着|记上|记得|记住|备忘|设|设个|设置|定个|定|加|加个|新建|安排|别忘|别忘了|不要忘|别让我忘|别让我错过|闹钟|盯|通知我|告诉我|待办|清单|日程|建";
const duty = w("我|我们|咱们");
const create = [
  seq(many(or(asking, time, title, small, w("有|要|得|请在|个|别忘了|会"))), w(strongly), whatever),
  seq(
    many(or(time, asking)),
    optional(duty),
    many(time),
    w("要|得|必须|需要|该|有|有个|想|打算|约了"),
    some(or(object, w("吧|之前|前|把|给|要"))),
    tail,
  ),
];
const note = [
  seq(
    many(or(asking, w("清单|待办|列表|里"))),
    w(
      "记|记一下|记下|记住|记着|备忘|待办|加|加上|加一条|列|别忘|别忘了|提醒我|清单里加上|待办加一条|写下",
    ),
    whatever,
  ),
];

const us = w("我们|我们俩|咱们|咱俩|俩|一起|一块|一块儿|和我|跟我|也|上|一声|去|来|我|两个|都");
const share = [
  seq(
    many(or(asking, time)),
    w("约|约上|叫|叫上|喊|喊上|请|邀|邀请|拉上|带上|通知|告诉|提醒|提醒我和|叫我和|加上"),
    friend,
    many(or(us, friend, w("和|跟|、"))),
    object,
    tail,
  ),
  seq(
    many(or(asking, time, w("我|我们"))),
    w("跟|和|与|同|给"),
    friend,
    many(or(us, time)),
    w("约|约好|约个|安排|定个|定|设|建"),
    object,
    tail,
  ),
  seq(
    many(or(asking, time, w("我|我们|要|想"))),
    w("跟|和|与|同"),
    friend,
    many(us),
    object,
    many(w("吧|了|哦")),
    w("提醒我们|提醒我们俩|叫我们|通知我们俩|喊我们|提醒一下我们"),
    tail,
  ),
  seq(
    many(or(asking, time)),
    w("把|让"),
    friend,
    many(or(us, w("加到|加进|拉进|叫到|也"))),
    object,
    tail,
  ),
];

const undo = [
  seq(
    head,
    many(w("刚才|刚刚|那个|这个|上一个|上一条|都|的|我|是")),
    w(
      "撤销|撤回|撤掉|收回|反悔|还原|改回|改回去|改回来|弄错|搞错|记错|设错|写错|改错|恢复|取消|undo|错",
    ),
    many(w("刚才|刚刚|那个|这个|上一个|上一条|的|原来|操作|修改|改动|提醒")),
    tail,
  ),
];

const zone = [
  seq(
    many(w("好|嗯|对了|你好|其实")),
    w("我|我们|人|我人|我现在|我们现在|我目前"),
    many(or(w("现在|目前|已经|刚|刚刚|人|就|这周|这几天|最近"), time)),
    w("在|到|到了|搬到|搬到了|住在|来到|来到了|住|落地|飞到|抵达|搬来"),
    some(title),
    many(or(w("了|这边|出差|呢|啦|哦|住|呢|啊|玩|工作"), time)),
  ),
  seq(
    head,
    many(w("时区|我的|的|把")),
    w("改|改成|改为|改到|换|换成|设|设成|设为|设置成|设置为|用|切换到|切到|调到|调成|是|按"),
    many(w("成|为|到|时区")),
    some(title),
    many(w("时区|的|时间|吧|了|谢谢")),
  ),
];

const speak = (language: string): Shape[] => [
  seq(
    head,
    many(w("语言|固定|回复|消息|你|您|以后|都|我们|咱们|跟我|和我")),
    w("用|说|讲|换|换成|改|改成|改用|切|切换到|切换成|换到|设成|设为|变成|使用"),
    w(language),
    many(w("回复|回答|说|说话|聊|我|吧|跟我|和我|交流|谢谢|了|好吗|回|写|讲|可以吗|就好")),
  ),
];

export const zhShapes: Readonly<Record<Act, Shape>> = {
  cancel: or(...cancel),
  complete: or(...complete),
  update: or(...update),
  snooze: or(...snooze),
  create: or(...create),
  note: or(...note),
  share: or(...share),
  undo: or(...undo),
  zone: or(...zone),
  zh: or(...speak("中文|汉语|普通话|国语")),
  en: or(...speak("英文|英语")),
};
