/** Words by topics of everyday life, in both languages; each line is a group. */
export const topicWords = `
job work career profession occupation employ employer office company hire 工作 上班 职业 公司 单位
boss manager supervisor 老板 领导 经理
quit resign fire retire 辞职 离职 退休
colleague coworker teammate 同事
live move apartment house flat home neighborhood address relocate rent 住在 搬家 搬到 地址 房子 公寓 租房
hometown country origin grow native 老家 家乡 出生
family relative parent sibling 家人 亲戚 父母
child son daughter baby toddler 孩子 儿子 女儿 宝宝
mother mom mum mommy 妈妈 母亲 老妈
father dad daddy 爸爸 父亲 老爸
brother sister sibling twin 哥哥 弟弟 姐姐 妹妹
husband wife spouse partner marry marriage wedding 老公 老婆 丈夫 妻子 结婚 爱人
girlfriend boyfriend date dating relationship single breakup 女朋友 男朋友 恋爱 分手 对象
grandma grandmother grandpa grandfather 奶奶 爷爷 外婆 外公 姥姥
friend buddy pal 朋友 闺蜜 好友
pet dog puppy cat kitten animal vet rabbit parrot hamster 宠物 小狗 小猫 猫咪 狗狗
name call nickname 名字 名叫
birthday born anniversary birth 生日 出生 周年
age old year 年龄 多大 几岁
allergy allergic intolerant 过敏 忌口
food eat meal dinner lunch breakfast restaurant cook dish recipe cuisine 吃饭 晚饭 午饭 早饭 餐厅 做饭 好吃
vegetarian vegan meat diet 吃素 素食 减肥
drink coffee tea beer wine 咖啡 喝茶 啤酒
bake cake bread cookie pastry dessert 烘焙 蛋糕 面包 甜点
health doctor hospital clinic sick ill illness disease diagnose medical appointment 医生 医院 生病 看病 体检
hurt injury injure break sprain pain surgery operation 受伤 骨折 手术 疼痛
dentist tooth 牙医 牙齿 牙疼
medicine pill medication prescription drug 药片 吃药 处方
exercise gym workout fitness run jog yoga swim train sport marathon race 锻炼 健身 跑步 游泳 运动 瑜伽
hike camp climb mountain outdoor trail nature park 爬山 露营 徒步 户外
hobby interest pastime leisure spare 爱好 兴趣 业余
like love enjoy favorite favourite prefer fond 喜欢 最爱 爱吃 爱喝
hate dislike stand afraid fear scare 讨厌 不喜欢 害怕
book read novel author library 看书 小说 读书 作家
movie film cinema series show watch 电影 电视剧 看剧
music song band concert instrument guitar piano violin sing 音乐 演唱会 吉他 钢琴 唱歌 乐队
art paint draw pottery sketch gallery museum exhibition craft 画画 绘画 展览 博物馆
photo photograph camera picture 照片 拍照 相机 摄影
game play video console chess 游戏
travel trip vacation holiday journey visit tour flight abroad beach 旅行 旅游 出差 度假 机票
car drive vehicle license plate 车牌 开车 汽车 驾照
bike bicycle cycle ride 自行车 骑车
train bus subway commute metro 地铁 火车 高铁 通勤
school class course study student degree university college graduate exam teacher 学校 大学 考试 上课 老师 毕业 学习 专业
language speak learn english french spanish chinese 英语 法语 语言
money pay salary cost price expensive budget save 工资 价格 多少钱 存钱
buy purchase shop order store 买了 购物 下单
sell sale 卖掉 卖了
phone number mobile telephone 电话 手机 号码
password code pin wifi 密码
email mail letter 邮箱 邮件
gift present 礼物
party celebrate celebration event festival 聚会 庆祝 派对 节日
volunteer charity donate shelter community 志愿 公益 捐款
religion church faith pray temple 信仰 教堂
plan intend goal hope want dream 打算 计划 目标 想要 梦想
start begin launch open 开始 开业
stop end finish complete 结束 完成
meet encounter introduce 认识 见面
win award prize medal trophy compete competition contest 获奖 比赛 冠军
lose miss 丢了 弄丢
die pass death funeral 去世
happy glad excite joy proud 开心 高兴
sad upset depress cry lonely 难过 伤心
worry stress anxious nervous 担心 焦虑 压力
angry mad argue fight 生气 吵架
tired exhaust sleep insomnia 失眠 睡觉 睡眠
weather rain snow storm sunny 天气 下雨 下雪
garden plant flower tree grow 种花 植物 花园
color colour 颜色
size shoe clothes wear dress shirt 尺码 鞋码 衣服
city town place 城市 地方
`;
