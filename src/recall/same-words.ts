/** English words of about the same meaning; each line is a group. */
export const sameWords = `
job occupation profession career employment trade vocation livelihood position post role
resign quit notice retire
promote promotion title senior rank raise advance
hire recruit employ appoint
dismiss fire sack layoff redundant
salary wage pay earn income paycheck
boss manager supervisor chief director
colleague coworker teammate
company firm business employer corporation startup
interview applicant apply application candidate
train retrain qualify apprentice course
teach teacher tutor instruct instructor educate professor lecturer coach mentor
student pupil learner undergraduate
school classroom kindergarten nursery preschool
college university campus degree doctorate phd thesis dissertation graduate diploma
exam test quiz assessment
grade mark score percent result
study learn revise research
subject topic field specialty major
lesson class course workshop seminar
child kid toddler infant baby newborn
childhood young little youth
birthday born birth turned
age old years
parent mother father mom dad mum
mother mom mum mommy mama
father dad daddy papa
sister brother sibling twin
grandmother grandma granny nana gran
grandfather grandpa granddad
husband wife spouse partner married
boyfriend girlfriend partner date lover
relative aunt uncle cousin nephew niece
family household relatives kin
friend buddy pal mate companion
neighbor neighbour nextdoor
wedding marry marriage bride groom engaged engagement propose
divorce separate split breakup
argue quarrel disagree disagreement dispute fight
love adore fond crush romantic romance
meet met encounter introduce acquaint
home house flat apartment cottage residence
move relocate settle moving
rent lease landlord tenant
renovate renovation remodel redo redecorate refurbish rebuild
repair fix mend restore
build construct assemble
bathroom shower bath toilet
kitchen oven stove cook
heating heater boiler radiator furnace warm
roof ceiling attic
garden yard allotment backyard lawn plot
grow plant cultivate sow
vegetable vegetables leek chard carrot pumpkin tomato potato bean cabbage spinach onion squash marrow
fruit apple pear berry berries plum cherry peach
flower flowers rose tulip lily blossom bouquet
harvest crop yield
pest slug snail aphid weed
pet dog cat puppy kitten rabbit hamster parrot
dog puppy hound greyhound terrier retriever pup
cat kitten kitty
bird hen chicken rooster duck goose parrot poultry
horse pony foal mare stallion riding stable
fish goldfish aquarium
animal creature wildlife species
vet veterinarian
adopt rescue shelter foster
illness sick disease condition ill unwell disorder
doctor physician gp surgeon medic
nurse carer caregiver
hospital clinic ward emergency
emergency ambulance paramedic rescue
surgery operation operate operated surgical
injure injury hurt wound sprain tear tore broke broken fracture
fall slip trip stumble
pain ache sore hurts
medicine medication pill tablet drug inhaler prescription
therapy therapist rehab rehabilitation physio physiotherapy counseling counselor
stroke heart attack
allergy allergic intolerant
asthma breathing lungs
pregnant pregnancy expecting baby
die died death dead passed lost funeral
recover recovery heal better improve
improve better progress
stress pressure tense tension exhausted overwhelmed burnout
tired exhausted sleepy fatigue
anxious nervous worry worried afraid scared
afraid scared fear frightened terrified phobia fright frighten
happy glad pleased delighted joyful
sad unhappy upset heartbroken
proud pride
angry furious mad annoyed
surprise surprised shock shocked astonished
calm relax relaxed peaceful unwind
lonely alone hollow isolated
hobby pastime leisure interest
exercise workout gym fitness train
run running jog marathon race
hike hiking walk trek trail path walked
climb climbing bouldering wall
swim swimming pool
bike bicycle cycling cyclist ride
rowing boat cox paddle kayak canoe
sail sailing boat ship yacht
ski skiing snowboard slope
football soccer match
sport sports athletic
team club squad
win won victory champion prize medal award trophy
lose lost defeat beaten
competition contest tournament championship
dance dancing ballet
sing singing choir singer song vocal
music musical band orchestra concert gig
instrument guitar violin piano drum flute lute cello trumpet saxophone
concert gig performance recital perform
composer symphony opera classical
paint painting painter canvas brush watercolor
picture painting drawing image photo poster
draw drawing sketch
pottery ceramics ceramic clay pot bowl mug kiln glaze potter
craft handmade knit knitting sew sewing crochet
clothes clothing jumper sweater pullover shirt dress coat jacket
exhibit exhibition gallery museum display
photo photograph picture photography camera snapshot
write writing wrote author writer novel poem
book novel read reading story
diary journal notes record
film movie cinema
theater theatre stage drama actor
games puzzle chess dominoes cards board
cheat dishonest unfair
food meal dish cuisine
dinner supper feast banquet
breakfast brunch lunch
restaurant cafe diner bistro
cook cooking recipe chef
bake baking baker bakery bread cake
cake dessert pastry cookie pie
drink beverage beer wine juice coffee tea
vegetarian vegan
trip journey travel travelling voyage tour vacation holiday getaway
abroad overseas foreign country
flight fly plane airport flew
train railway station rail
bus coach tram subway commute
car vehicle drive driving
hotel hostel lodge inn accommodation
camp camping tent campfire
beach seaside coast shore sea ocean
mountain hill peak summit
lake river stream pond
forest woods woodland
city town village
country nation homeland
visit stay
arrive arrival arrived
depart departure
cancel called off postpone
plan intend intention planning
decide decision choose choice chose
reason because why cause
want wish hope dream
goal aim target ambition
begin start started launch
end finish finished finally complete final
stop quit cease
try attempt effort
change switch different
help assist support aid
volunteer volunteering charity donate donation
raise fundraise fundraising collect collected sponsored sale
money cash funds savings pounds dollars euros
save saving aside
cost price quote charge fee expensive
free gratis
buy bought purchase purchased
sell sold sale
gift present gave give
receive received
lend borrow loan
steal stole stolen theft thief rob robbed taken
lose lost missing misplace
find found discover
bank finance insurance accountant treasurer
amount sum total
party celebrate celebration festive
invite invitation guest
christmas xmas holiday
religion church faith mosque temple
choir chorus
language speak english french spanish german
sign signing deaf
accent dialect
nickname name named called call
email letter mail message
phone call mobile
computer laptop software program
internet online website
weather rain snow storm wind
hot heat warm
cold freezing chilly
morning dawn
night evening nighttime
hate dislike detest
funny laugh joke humor
mistake error wrong
problem trouble issue difficulty
accident crash collision
attack attacked fox predator
protect safe safety secure
kill killed destroyed ate
destroy damage ruin ruined broke
crack cracked broken break
oldest eldest
share shared give
alone single solo
immigrant migrate emigrate origin
war army military soldier veteran
police officer
law lawyer legal court
vote election politics political campaign
environment climate recycle sustainable
science scientist laboratory
engineer engineering
artist artistic creative
farmer farm agriculture
carpenter woodwork wood
mechanic garage
hairdresser haircut hair
tattoo piercing
skincare makeup beauty
shop store market boutique fair
necklace jewelry ring bracelet earrings
toy doll teddy dinosaur
sofa couch armchair
memory memories remember recollection
support encourage encouragement supportive
community group network
event festival fair
speech presentation
big huge enormous large
favorite favourite prefer
row rowing boat cox paddle kayak canoe
tiny small
weekend saturday sunday
`;
