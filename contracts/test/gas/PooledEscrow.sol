// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// The usual design, for the comparison of gas only: one contract holds the deposits of all trades, which sellers approve.
contract PooledEscrow is EIP712("Pooled escrow", "1") {
    using SafeERC20 for IERC20;

    struct Deal {
        bytes32 ref;
        address token;
        uint256 amount;
        address[3] keys;
        address buyerTo;
        address feeTo;
        address sellerTo;
        uint256 feeBps;
    }

    mapping(bytes32 id => uint256) public balances;
    bytes32 private constant VOTE_TYPEHASH = keccak256("Vote(bytes32 id,uint256 released)");

    event Deposited(bytes32 indexed id, uint256 amount);
    event Settled(bytes32 indexed id, uint256 released);

    function deposit(Deal calldata deal) external {
        bytes32 id = keccak256(abi.encode(deal));
        require(balances[id] == 0);
        balances[id] = deal.amount;
        IERC20(deal.token).safeTransferFrom(msg.sender, address(this), deal.amount);
        emit Deposited(id, deal.amount);
    }

    function settle(Deal calldata deal, uint256 released, uint256[2] calldata roles, bytes[2] calldata votes) external {
        bytes32 id = keccak256(abi.encode(deal));
        uint256 balance = balances[id];
        require(balance != 0 && released <= balance && roles[0] < roles[1]);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(VOTE_TYPEHASH, id, released)));
        for (uint256 i; i < 2; ++i) require(ECDSA.recover(digest, votes[i]) == deal.keys[roles[i]]);
        balances[id] = 0;
        uint256 fee = (released * deal.feeBps) / 10_000;
        if (released != fee) IERC20(deal.token).safeTransfer(deal.buyerTo, released - fee);
        if (fee != 0) IERC20(deal.token).safeTransfer(deal.feeTo, fee);
        if (balance != released) IERC20(deal.token).safeTransfer(deal.sellerTo, balance - released);
        emit Settled(id, released);
    }
}
