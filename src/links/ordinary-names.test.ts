import { expect, it } from "vitest";
import { safeReply } from "./safe-reply.ts";

/** What people say every day with dots in it. None of it is an address. */
const everyday = `
Pi is about 3.14, and e is 2.718.
It went up by 2.5% to 10.75.
We are on v1.2.3 now, after v1.2.2-beta.1.
Version 1.2.3.4 fixes it.
e.g. bread, milk, etc. I'd say so, i.e. now.
Dr. Who met Mr. Li and Mrs. Ma at 8 a.m.
Mr.Li and Ms.Ma are here.
J.Li wrote it with Y.Su.
Node.js and Vue.js are fine; so is Next.js.
ASP.NET is older than Node.js/React.
Open README.md and CHANGELOG.md first.
The entry is src/index.ts, see main.py:12 and lib.rs.
Run ./install.sh or python main.py in the folder.
Send me the file.zip and the a.mov, please.
package.json#scripts has them; tsconfig.json too.
Use docs/setup.md, then config.yaml/config.json.
I went home.It was late.
Yes.So what? No.In fact not.
Wait... what?! Well... maybe.
It is 12:30.05 by the clock.
Call \`user.id\` or \`user.name\`, then Date.now().
Dinner at 7.30pm, train at 19.05.
The price is $1,299.00 or €1.299,00.
12.5kg of rice, 3.5km/h, 2.5mg/kg.
U.S.A. and U.K. and Ph.D. students.
Chapter 3.2.1, section 4.5, fig.3.
No.1 of 10, No.2 next.
Score 3.5/4, 8.5/10, and/or more.
St.John lives on 5th Ave.
A.I. is everywhere, R.I.P. the old way.
Inc. and Ltd. and Co. are endings.
Meet on 3.11. or 04.12.2026.
Ratio 1.5:1, odds 2.25.
The regex is a.*b and c.+d.
Type 1. Go. 2. Stop. 3. Wait.
Is it 37.2 or 38.5 degrees?
He said “ok.” and left.
Use std::vector, foo->bar, a.b and x.y.z.
array.map(f).filter(g).join("")
Love you... always. xx
Temperature: 22.5°C. Humidity: 45.5%.
Let's say approx. 20 min. each.
Ver.2 is out, vol.3 follows.
Save as notes.txt, photo.jpg, report.docx, sheet.xlsx or data.csv.
libfoo.so and Main.java and app.tsx changed.
The 4.0 release is on par with 3.9.
Use the .env and .gitignore files.
My blood pressure is 120/80, BMI 22.4.
Sat. 10.30, Sun. 11.00.
It's a 2.0L engine w. 4WD.
圆周率约等于3.14，自然常数是2.718。
版本是v1.2.3，上一个是1.2.2。
今天涨了2.5%，到10.75元。
他说：“好的。”然后走了。
我在北京。中国很大。
很好。公司、学校都放假。
去香港。新加坡也可以。
1.新闻 2.游戏 3.娱乐
1.中国 2.日本 3.韩国
一、先看README.md。二、再运行main.py。
文件是file.zip，视频是a.mov。
我用Node.js写的，前端是Vue.js。
OK。So we go.
好的。No problem。
请打开index.ts，看第12行。
体温37.2度，血压120/80。
明天早上8.30出发，晚上19.05回来。
身高1.75米，体重65.5公斤。
价格是￥1,299.00，打8.5折。
评分4.5/5，排名No.1。
这是第3.2.1节，图3.4。
张三、李四…都来了。
等等...什么？！
他在U.S.读Ph.D.。
比分是3:2.5，胜率0.75。
日期是2026.11.16，星期一。
电话转123.456分机。
2.5公里/小时，3.5毫克/公斤。
请说“撤销”。谢谢。
不用谢。晚安。
A.先睡觉 B.先吃饭 C.都不要
如：苹果、梨。例.香蕉
把“a.b”改成“c.d”。
约0.5小时，也就是30分钟。
身份证号不用发。
配置在config.yaml里，说明在docs/setup.md。
用\`user.id\`，不要用\`user.name\`。
（见附录A.1）
第1.5版。在线文档稍后给。
天气不错。出去走走？
多喝水。早点睡。
会议改到3.11下午。
他说OK.我说好。
温度22.5°C。湿度45%。
这个API返回JSON。数据在data字段里。
请用Ctrl+C。It stops.
我的小狗叫No.9。
看照片IMG_2026.jpg和报告.docx。
请问1.5倍速可以吗？
晚上7.5折，只限今天。
`
  .trim()
  .split("\n");

it(`a reply of ${everyday.length} everyday sentences stays as it is`, () => {
  expect(everyday.length).toBeGreaterThanOrEqual(100);
  const changed = everyday
    .map((said) => [said, safeReply(said, { messages: [] }).text] as const)
    .filter(([said, kept]) => said !== kept);
  expect(changed).toEqual([]);
});
