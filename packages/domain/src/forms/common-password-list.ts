/** Words in common passwords, with digits and signs around them. Korean also as typed on a Latin keyboard. */
export const commonStems: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw0rd pass passpass passphrase passcode mypassword thepassword yourpassword newpassword
  oldpassword defaultpassword temppassword testpassword userpassword adminpassword rootpassword masterpassword
  secretpassword password1234 passwordpassword motdepasse contrasena senha parola wachtwoord haslo
  admin admins administrator administrador sysadmin superadmin superuser webadmin adminadmin adminuser root rootroot
  toor user username guest operator manager supervisor master system server service support helpdesk
  test tester testing testtest testuser demo demodemo sample example default changeme changeit changethis
  changemenow changepassword letmein letmeinnow openup opensesame access accesscode secret topsecret secrets
  private secure security login logon signin signup welcome welcomeback welcome2 hello hellohello helloworld
  hithere goodmorning goodluck thankyou whatever nothing something anything everything
  qwer qwert qwerty qwertyu qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghjkl
  asdfasdf zxcv zxcvb zxcvbn zxcvbnm qwerqwer qweqwe qweasd qweasdzxc qazwsx qazwsxedc wsxedc poiuytrewq lkjhgfdsa
  mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa asd zxc qwe
  iloveyou iloveu ilovegod ilovejesus iloveme ilovemyself ilovemom ilovemyfamily loveyou loveme lovely lover lovers
  forever foreverlove trustno trustnoone trustme nopassword nopass noaccess
  sunshine princess princesa football baseball basketball softball volleyball soccer hockey tennis golf
  superman batman spiderman ironman wonderwoman starwars startrek pokemon pikachu minecraft fortnite roblox
  naruto dragonball dragon dragons monkey monkeys shadow tiger lion eagle falcon phoenix panther butterfly dolphin
  elephant kitten kitty puppy doggy cookie chocolate cheese pepper ginger banana strawberry blueberry cherry
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  michael michelle jennifer jessica jordan ashley amanda daniel andrew anthony matthew joshua robert thomas charlie
  william george nicole samantha elizabeth alexander alexandra christopher jonathan benjamin stephanie victoria
  hunter killer ninja warrior soldier ranger mustang ferrari porsche mercedes corvette harley yamaha honda toyota
  chelsea arsenal liverpool barcelona realmadrid manchester juventus
  freedom liberty america canada england germany france london newyork california texas florida australia brasil
  computer internet network windows microsoft google facebook instagram twitter youtube samsung android iphone
  apple oracle cisco linux ubuntu debian redhat centos docker kubernetes jenkins grafana prometheus postgres
  postgresql mysql database elastic rabbitmq redis mongodb tomcat vmware openstack
  cluster monitor monitoring console dashboard production staging develop developer development
  company office business corporate enterprise employee
  family mother father mommy daddy brother sister children friend friends friendship bestfriend bestfriends
  happy happiness lucky smile angel angels heaven jesus jesuschrist christ blessed blessing believe faith grace
  money million diamond golden silver purple orange yellow rainbow flower flowers
  starlight moonlight midnight thunder lightning hurricane
  korea seoul busan daehan hanguk corea fighting sarang saranghae saranghaeyo annyeong gwanje gwanjegwanje gwanri
  dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody qlalfqjsgh rhksflwk gksrnr eogksalsrnr dhkswjs rkatk rkatkgkqslek
  rhkswp dnflskfk dltnstls gkrry ghkdlxld ektldkqjfu tlqkf qudtls
  비밀번호 관리자 사용자 안녕하세요 사랑해 사랑해요 대한민국 감사합니다 관제
  `
    .trim()
    .split(/\s+/),
);

/** Common passwords of ten characters and more that no stem or pattern covers. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  1234567891 12345678910 123456789a 123456789q 123456789z 123456789s 123456789d 123456789m 123456789abc 1234567890a
  1234567890q 1234567890-= 123456789012 1234512345 1231231231 123123123a 123321123321 1223334444 12233344445
  122333444455555 1122334455 112233445566 1a2b3c4d5e 1a2b3c4d5e6f 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r1q2w3e4r 1qaz2wsx3edc
  1qaz1qaz1qaz 1qazxsw23edc 1qaz@wsx3edc 1qazxcvbnm 1qaz2wsx1qaz2wsx zaq12wsxcde3 zaq1zaq1zaq1 zaq1xsw2cde3 zaq1@wsxcde3 q1w2e3r4t5
  q1w2e3r4t5y6 qwe123qwe123 qwe123asd456 qweasd123456 123qweasdzxc 123qwe123qwe 123qweasd456 1q2w3e1q2w3e asd123asd123 abc123abc123
  abcd12345678 abcd1234abcd a123456789 a1234567890 aa123456789 aa12345678 abc1234567 abc12345678 abc123456789 abcd123456
  abcde12345 abcdef1234 abcdef123456 qwer1234qwer qwer1234asdf asdf1234asdf asdfqwer1234 q1q1q1q1q1 qwertyuiop123 qwerty123456789
  qwertyuiop1234567890 asdfghjkl123456789 zxcvbnm123456789 zxcvbnm1234567 0987654321 09876543210 9876543210 987654321a
  0123456789 01234567890 0147258369 1472583690 147258369147 147852369a 14789632147 159357258456 159753456852 3216549870 741852963a
  7418529630 789456123a 7894561230 9638527410 963852741a 102030405060 1020304050 1029384756 10293847566 5432112345
  11111111111 1111122222 2222233333 0000011111 1212121212 1313131313 6969696969 3.14159265 3.1415926535 31415926535 3141592653 2718281828
  thequickbrownfox correcthorsebatterystaple correct-horse-battery-staple opensesame123 letmeinplease
  iamthebest iamthebest1 iamnumberone numberone1 mynameisjeff whatthefuck whatthehell fuckyou123 fuckyou1234 fuckyou12345 fuckoff1234
  motherfucker asshole123 bullshit123 unbelievable incredible beautiful1 gorgeous123 sweetheart sweetheart1 honeybunny
  teddybear1 teddybear12 tinkerbell tinkerbell1 cinderella cinderella1 snowwhite1 spongebob1 spongebob12 hellokitty hellokitty1
  mickeymouse minniemouse scoobydoo1 harrypotter harrypotter1 hermione123 gryffindor slytherin1 voldemort1 dumbledore
  blink182blink metallica1 metallica123 ironmaiden ironmaiden1 linkinpark linkinpark1 greenday123 avengedsevenfold justinbieber
  onedirection onedirection1 taylorswift michaeljackson manchesterunited manunited1 manutd1234 liverpoolfc realmadrid7
  barcelona10 steelers123 cowboys123 lakers2424 yankees123 patriots12 skateboard snowboarding basketball23 football10 cheerleader
  playstation playstation1 playstation2 playstation3 playstation4 nintendo64 gamecube123 counterstrike callofduty callofduty1 leagueoflegends worldofwarcraft warcraft123
  starcraft1 starcraft2 starcraft123 finalfantasy metalgear1 halflife123 gta5gta5gta5 grandtheftauto
  watermelon watermelon1 strawberry1 pineapple1 pineapple123 cheeseburger chocolate1 peanutbutter marshmallow icecream12 hotchocolate
  california1 losangeles sanfrancisco philadelphia washington washington1 newyorkcity manhattan1 australia1 newzealand southafrica
  september1 september11 valentina1 valentine1 christmas1 christmas123 halloween1 halloween31 newyear2024 newyear2025 newyear2026
  ilovekorea ilovejesus1 jesussaves jesuslovesme jesusisgod godisgood1 godisgreat godislove1 godblessyou praisethelord hallelujah
  letmein123456 accessdenied accessgranted trustno1trustno1 nopasswordhere idontknow1 idontcare1 dontforget forgetmenot rememberme rememberme1 newpass1234
  temp123456 temporary1 temporary123 initial123 firstlogin password1password p@ssw0rdp@ssw0rd pa55word123 p455w0rd123
  admin123admin admin1234admin admin@localhost root@localhost admin@admin.com test@test.com user@example.com
  kubernetes-admin clusteradmin cluster-admin cluster-admin1 systemadmin system-admin networkadmin itadmin1234 companyname1
  doraemon123 pokemongo12 bulbasaur1 charizard1 charmander squirtle12 digimon123 sailormoon1 onepunchman fullmetalalchemist
  blackberry blackberry1 motorola123 panasonic1 sonyericsson samsung1234 galaxys123 volkswagen volkswagen1 lamborghini lamborghini1 mitsubishi mitsubishi1 kawasaki123 harleydavidson
  rockandroll rocknroll1 heavymetal1 electronic electronics engineering university university1 highschool schoolsucks studentlife
  photography technology management accounting consulting marketing1 information information1 international communication
  alexander1 alexandria christina1 christian1 christopher1 elizabeth1 francesca1 gabriella1 guadalupe1 jacqueline katherine1 maximilian sebastian1 stephanie1
  butterfly1 butterfly7 butterflies dragonfly1 dragonfire grasshopper hummingbird nightingale rattlesnake sabertooth silverback
  blackwhite black-white blacksheep blackhorse blackknight darkknight1 darkangel1 darkshadow deathnote1 destroyer1 dominator1 undertaker1 undertaker terminator terminator1
  sunflower1 sunflowers moonlight1 starlight1 rainbow123 lightning1 thunderbird thunderbolt thunderstorm hurricane1
  wlsdud1234 dlrjtdms1234 skfkdsla1234 qkrwlsdud1 rlaalswl12 dlgkrals12 rlatjdgh12 qwaszxerdf dkdlel1234 qwerasdfzxcv qwerasdf1234 asdfzxcv1234
  tkfkdgo1004 love10041004 angel10041004 1004angel1004 korea2002korea daehanminguk redevil2002 redevils2002
  `
    .trim()
    .split(/\s+/),
);
